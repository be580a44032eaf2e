import { setTimeout as pause } from 'node:timers/promises';
import type { Answered, ThirdParty } from '@open-banking/sandbox/third-party';

export interface Sent {
  /** Replace the usual headers; an empty value leaves a header out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Whoever calls operations with one token, and with the headers that go with it. */
export class Caller {
  constructor(
    readonly party: ThirdParty,
    readonly token: string | undefined,
    private readonly usual: Readonly<Record<string, string>> = {},
  ) {}

  get(path: string, sent?: Sent): Promise<Answered> {
    return this.send('GET', path, sent);
  }
  post(path: string, body?: unknown, sent?: Sent): Promise<Answered> {
    return this.send('POST', path, { body, ...sent });
  }
  delete(path: string, sent?: Sent): Promise<Answered> {
    return this.send('DELETE', path, sent);
  }

  /**
   * Waits as a client should: where the second is used up, to which a fast machine gets sooner, and where the bank is
   * busy, as on a slow one. That it was busy is said, so that nobody mistakes it for health.
   */
  async send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answered> {
    for (let patience = 5; ; patience -= 1) {
      const answer = await this.party.call(method, path, { token: this.token, body, headers: { ...this.usual, ...headers } });
      const busy = answer.status === 503 && answer.headers['retry-after'] === '1';
      if (patience === 0 || !(busy || (answer.status === 429 && answer.text.includes('requests a second')))) return answer;
      if (busy) process.stderr.write(`busy, asked again: ${method} ${path}\n`);
      await pause(Number(answer.headers['retry-after']) * 1_000);
    }
  }

  /** Every page of a list, by its `next` links to the end. */
  async pages(
    path: string,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    linksOf: (body: any) => Readonly<Record<string, { href: string } | undefined>> | undefined,
  ): Promise<Answered[]> {
    const found: Answered[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const page: Answered = await this.get(next);
      found.push(page);
      next = linksOf(page.body)?.['next']?.href;
    }
    return found;
  }
}
