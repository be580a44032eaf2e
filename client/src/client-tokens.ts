import type { IssuerEndpoint } from './issuer-endpoint.js';
import { endsSoon, singleFlight, type Token, type TokenSource } from './token.js';

/** The client's own tokens (client credentials) of one issuer and scope, each used until it ends. */
export class ClientTokens implements TokenSource {
  #token: Token | undefined;
  readonly #request: () => Promise<Token>;

  constructor(issuer: IssuerEndpoint, scope: string) {
    this.#request = singleFlight(async () => {
      const answer = await issuer.token({ grant_type: 'client_credentials', scope });
      const expiresAt = Date.now() + 1_000 * answer.expires_in;
      return (this.#token = { value: answer.access_token, type: answer.token_type, expiresAt });
    });
  }

  async current(): Promise<Token> {
    return this.#token && !endsSoon(this.#token) ? this.#token : this.#request();
  }

  async renewed(refused: Token): Promise<Token> {
    return this.#token && this.#token.value !== refused.value ? this.#token : this.#request();
  }
}
