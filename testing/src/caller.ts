import { repeatOn, type HttpResponse, type SentHeaders } from '@open-banking/operator-client';
import { ThirdParty } from '@open-banking/sandbox/third-party';

export interface RequestOptions {
  /** Replace the usual headers; an empty value leaves a header out. */
  readonly headers?: SentHeaders;
  readonly body?: unknown;
}

/** Calls operations with one token and its usual headers. */
export class Caller {
  private readonly repeated: readonly number[] = [];

  constructor(
    readonly party: ThirdParty,
    readonly token: string | undefined,
    private readonly usual: Readonly<Record<string, string>> = {},
  ) {}

  /** The same caller at another base URL, such as a single process of a service. */
  at(baseUrl: string): Caller {
    return new Caller(new ThirdParty(baseUrl, this.party.client, this.party.from), this.token, this.usual);
  }

  get(path: string, options?: RequestOptions): Promise<HttpResponse> {
    return this.send('GET', path, options);
  }
  post(path: string, body?: unknown, options?: RequestOptions): Promise<HttpResponse> {
    return this.send('POST', path, { body, ...options });
  }
  delete(path: string, options?: RequestOptions): Promise<HttpResponse> {
    return this.send('DELETE', path, options);
  }

  /**
   * The same caller, which waits and repeats the request when the limit per second is used up (429): for tests that send faster than
   * a client may. No other response is repeated, so a test sees a 503.
   */
  get paced(): this {
    return this.repeating([429]);
  }

  /** As `paced`, and waits while the bank is too busy (503): for tests of what many get who ask at once. */
  get retrying(): this {
    return this.repeating([429, 503]);
  }

  private repeating(repeated: readonly number[]): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this) as object) as this, this, { repeated });
  }

  /** Sends one request, without retries. */
  send(method: string, path: string, { headers = {}, body }: RequestOptions = {}): Promise<HttpResponse> {
    const send = () => this.party.call(method, path, { token: this.token, body, headers: { ...this.usual, ...headers } });
    return repeatOn(this.repeated, send);
  }

  /** Fetches every page of a list by following its `next` links. */
  async pages(
    path: string,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    linksOf: (body: any) => Readonly<Record<string, { href: string } | undefined>> | undefined,
  ): Promise<HttpResponse[]> {
    const pages: HttpResponse[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const page: HttpResponse = await this.get(next);
      pages.push(page);
      next = linksOf(page.body)?.['next']?.href;
    }
    return pages;
  }
}
