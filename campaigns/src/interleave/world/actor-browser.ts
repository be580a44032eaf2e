import { Browser } from '@open-banking/sandbox/third-party';
import type { HttpResponse } from '@open-banking/operator-client';

/** A scripted browser whose requests are an actor's while it acts. */
export class ActorBrowser extends Browser {
  #requestId: (() => string) | undefined;

  constructor(
    private readonly origin: string,
    private readonly sender?: string,
  ) {
    super(origin, sender);
  }

  /** From here on its requests are this actor's. */
  actAs(requestId: () => string): this {
    this.#requestId = requestId;
    return this;
  }

  override open(address: string | URL, form?: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
    return super.open(address, form, { ...(this.#requestId && { 'x-request-id': this.#requestId() }), ...headers });
  }

  /** A second window at the same page, with the same cookies. */
  copy(): ActorBrowser {
    return Object.assign(new ActorBrowser(this.origin, this.sender), { cookies: this.cookies, url: this.url, response: this.response });
  }
}
