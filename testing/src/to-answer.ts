import type { HttpResponse } from '@open-banking/operator-client';

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
  toAnswer(response: HttpResponse, status: number, body?: unknown) {
    const actual = `${response.status} ${response.text.slice(0, 2_000)}`;
    if (response.status !== status) return { pass: false, message: () => `expected ${status}, the bank answered ${actual}` };
    try {
      if (body !== undefined) expect(response.body).toMatchObject(body as object);
      return { pass: true, message: () => `expected any other response than ${actual}` };
    } catch (error) {
      return { pass: false, message: () => `the bank answered ${actual}\n\n${(error as Error).message}` };
    }
  },
});
