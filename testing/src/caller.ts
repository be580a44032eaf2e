import { repeatOn, ThirdParty, type Answered } from '@open-banking/sandbox/third-party';

export interface Sent {
  /** Replace the usual headers; an empty value leaves a header out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Whoever calls operations with one token, and with the headers that go with it. */
export class Caller {
  private readonly repeated: readonly number[] = [];

  constructor(
    readonly party: ThirdParty,
    readonly token: string | undefined,
    private readonly usual: Readonly<Record<string, string>> = {},
  ) {}

  /** The same caller at another address: a single process of a service. */
  at(baseUrl: string): Caller {
    return new Caller(new ThirdParty(baseUrl, this.party.client, this.party.from), this.token, this.usual);
  }

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
   * The same caller, who waits where the second's limit is used up (429) and asks again: for tests that ask faster than a client may.
   * Nothing else is repeated: a bank that answers 503 is seen.
   */
  get paced(): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this) as object) as this, this, { repeated: [429] });
  }

  /** Sends one request, once. */
  send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answered> {
    const send = () => this.party.call(method, path, { token: this.token, body, headers: { ...this.usual, ...headers } });
    return repeatOn(this.repeated, send);
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
