import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/** A refusal of a code or refresh token, once it is known to be this client's, so that the reason may be given. */
export class GrantRefused extends errors.InvalidGrant {
  constructor(readonly reason: string) {
    super(reason);
  }
}

const again = 'send the customer to the authorization endpoint again';

/** One text for unknown, ended and other clients' codes and tokens alike (RFC 6749 §5.2): trying out those of others reveals nothing. */
const notGood: Readonly<Record<string, string>> = {
  authorization_code: `code is unknown, used or expired, or another client's: ${again}`,
  refresh_token: `refresh_token is unknown or has ended, or is another client's: ${again}`,
};

/** By oidc-provider 9.13.3's own words for the log: what it has compared with this client, or with a code or token of this client. */
const reasons: Readonly<Record<string, string>> = {
  'code_verifier does not match code_challenge': 'code_verifier does not fit the code_challenge of the authorization request',
  'authorization code redirect_uri mismatch': 'redirect_uri must be that of the authorization request',
  'DPoP proof JWT not provided': 'the tokens of this client are bound to a key: send a DPoP proof by it (RFC 9449)',
  'missing DPoP proof JWT': 'the code is bound to a key (dpop_jkt): send a DPoP proof by it (RFC 9449)',
  'DPoP proof key thumbprint does not match dpop_jkt': 'the code is bound to another key (dpop_jkt): send a DPoP proof by that one',
  'mutual TLS client certificate not provided':
    'the tokens of this client are bound to its certificate: connect with it, at the addresses of mtls_endpoint_aliases (RFC 8705)',
};

/** Why there is no token for what a client shows. */
export function grantFault({ oidc }: KoaContextWithOIDC, thrown: errors.OIDCProviderError): string | undefined {
  if (thrown instanceof GrantRefused) return thrown.reason;
  return reasons[thrown.error_detail ?? ''] ?? notGood[String(oidc.params?.['grant_type'])];
}

/** RFC 7636 §4.1. */
const verifier = /^[A-Za-z0-9._~-]{43,128}$/;
const rightVerifier = '43 to 128 characters of A-Z, a-z, 0-9, hyphen, full stop, underscore and tilde (RFC 7636 section 4.1)';

/** Looked at before the code, whosever it is: what no code goes with is wrong of itself. */
export function refuseUnfitVerifier({ oidc: { params = {} } }: KoaContextWithOIDC): void {
  const { code, redirect_uri: redirectUri, code_verifier: given } = params as Readonly<Record<string, string | undefined>>;
  // Missing parameters are reported first.
  if (code === undefined || redirectUri === undefined) return;
  if (given === undefined)
    throw new GrantRefused('code_verifier is missing: it must be what the code_challenge of the authorization request was made of');
  if (!verifier.test(given)) throw new errors.InvalidRequest(`code_verifier must have ${rightVerifier}`);
}
