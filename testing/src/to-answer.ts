import type { Answered } from '@open-banking/sandbox/third-party';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace jest {
    interface Matchers<R> {
      /** Expects this status, and a body that contains at least this. */
      toAnswer(status: number, body?: unknown): R;
    }
  }
}

expect.extend({
  toAnswer(answered: Answered, status: number, body?: unknown) {
    const said = `${answered.status} ${answered.text.slice(0, 2_000)}`;
    if (answered.status !== status) return { pass: false, message: () => `expected ${status}, the bank answered ${said}` };
    try {
      if (body !== undefined) expect(answered.body).toMatchObject(body as object);
      return { pass: true, message: () => `expected any other response than ${said}` };
    } catch (error) {
      return { pass: false, message: () => `the bank answered ${said}\n\n${(error as Error).message}` };
    }
  },
});
