import { isFapi2, type Profile } from '@open-banking/config';
import { grantTypes } from '../clients.js';
import { promptNames } from './interaction-policy.js';
import { rightMode } from './request-parameters.js';

/** An error as clients read it (RFC 6749 §4.1.2.1 and §5.2). */
export interface ReadError {
  readonly error: string;
  readonly error_description?: string | undefined;
}

const rightGrantType = grantTypes.join(' or ');

/** Errors that have one cause each, whatever oidc-provider says of it, if anything. */
const byError: Readonly<Record<string, (profile: Profile) => string>> = {
  unsupported_grant_type: () => `grant_type must be ${rightGrantType}`,
  unsupported_response_mode: (profile) => `response_mode ${rightMode(profile)}`,
  request_not_supported: () => 'this bank takes no request objects: send the parameters themselves',
  registration_not_supported: () => 'registration is no parameter here: clients are registered before they ask',
};

/** Descriptions of oidc-provider 9.13.3 that do not say what would be right. */
const byDescription: Readonly<Record<string, string>> = {
  'client is invalid': 'client_id is unknown: it must be that of a client that is registered at this bank',
  'client_id mismatch': 'client_id must be that of the client that authenticates',
  'invalid client_assertion format': 'client_assertion must be a signed JWT (RFC 7523)',
  "missing required parameter 'grant_type'": `grant_type is missing: it must be ${rightGrantType}`,
  'Pushed Authorization Request must be used':
    'the request must be pushed: send its parameters to the pushed_authorization_request_endpoint first (RFC 9126)',
  'Request Object must be used by this client': 'request is missing: it must be a signed request object with all parameters (RFC 9101)',
  'unsupported prompt value requested': `prompt must be ${promptNames.join(' or ')}, or left out`,
};

/** There is no such scope here: a client that adds it would be refused again. */
const ofOpenId = /^openid scope must be requested when using the (\w+) parameter$/;

const rightAuthorization = (profile: Profile): string =>
  isFapi2(profile)
    ? 'Authorization must be left out: no client authenticates by it at this bank'
    : 'Authorization must be Basic, with client_id:client_secret in base64 (RFC 6749 section 2.3.1)';

function rightOf(said: string, profile: Profile): string | undefined {
  if (said === 'invalid authorization header value format') return rightAuthorization(profile);
  const [, openIdParameter] = ofOpenId.exec(said) ?? [];
  if (openIdParameter !== undefined) return `${openIdParameter} is of OpenID Connect, which this bank does not speak: leave it out`;
  return byDescription[said];
}

/** An error of oidc-provider, with what would be right: wherever one leaves the bank. */
export function clearError<Out extends ReadError>(out: Out, profile: Profile): Out {
  const { error, error_description: said = '' } = out;
  const description = byError[error]?.(profile) ?? rightOf(said, profile);
  return description === undefined ? out : { ...out, error_description: description };
}
