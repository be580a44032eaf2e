import { OAuthError, UnsavedGrantError } from './errors.js';
import type { Grant } from './grant.js';
import type { IssuerEndpoint, TokenResponse } from './issuer-endpoint.js';
import type { Issuer } from './operation-ids.js';
import type { Settings } from './settings.js';
import { endsSoon, singleFlight, type Token, type TokenSource } from './token.js';

/** The grant that a token response makes. An issuer that rotates refresh tokens sends the next one; one that does not leaves it out, or repeats it. */
export const grantOf = <I extends Issuer>(
  of: Pick<Grant<I>, 'issuer' | 'resourceId' | 'refreshToken'>,
  { access_token, token_type, expires_in, refresh_token = of.refreshToken }: TokenResponse,
): Grant<I> => ({
  issuer: of.issuer,
  resourceId: of.resourceId,
  accessToken: access_token,
  tokenType: token_type,
  expiresAt: new Date(Date.now() + 1_000 * expires_in).toISOString(),
  ...(refresh_token !== undefined && { refreshToken: refresh_token }),
});

/** The tokens of one customer. They are refreshed once for all calls that wait for it, and stored before any call uses them. */
export class CustomerTokens<I extends Issuer> implements TokenSource {
  #grant: Grant<I>;
  #isSaved: boolean;
  readonly #save: Settings['saveGrant'];
  readonly #issuer: IssuerEndpoint;
  readonly #refreshed = singleFlight(async () => {
    const { refreshToken } = this.#grant;
    if (refreshToken === undefined) throw new OAuthError('invalid_grant', 'The access token has ended, and there is no refresh token.');
    const answer = await this.#issuer.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
    this.#grant = grantOf(this.#grant, answer);
    this.#isSaved = false;
    await this.save();
  });
  readonly #saved = singleFlight(async () => {
    const grant = this.#grant;
    try {
      await this.#save?.(grant);
    } catch (error) {
      throw new UnsavedGrantError(grant, error);
    }
    this.#isSaved = this.#grant === grant;
  });

  constructor(grant: Grant<I>, issuer: IssuerEndpoint, save: Settings['saveGrant'], isSaved: boolean) {
    this.#grant = grant;
    this.#isSaved = isSaved;
    this.#issuer = issuer;
    this.#save = save;
  }

  get grant(): Grant<I> {
    return this.#grant;
  }

  /** Stores the grant with the caller's function. If that fails, the call that needed it fails, and the next one tries again. */
  save(): Promise<void> {
    return this.#saved();
  }

  async current(): Promise<Token> {
    if (endsSoon(this.#token) && this.#grant.refreshToken !== undefined) await this.#refreshed();
    if (!this.#isSaved) await this.save();
    return this.#token;
  }

  async renewed(refused: Token): Promise<Token> {
    if (this.#grant.accessToken === refused.value) await this.#refreshed();
    return this.current();
  }

  get #token(): Token {
    const { accessToken, tokenType, expiresAt } = this.#grant;
    return { value: accessToken, type: tokenType, expiresAt: Date.parse(expiresAt) };
  }
}
