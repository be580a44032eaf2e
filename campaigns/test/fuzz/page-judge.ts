import { valuesOf, type Answer } from './connection.js';
import type { Wire } from './draft.js';
import { faultsOfRefusal } from './internal-drafts.js';
import { faultsOfAny, missingChallenge } from './judge.js';

/** Errors of OAuth: RFC 6749 §4.1.2.1 and §5.2, 7009 §2.2.1, 7591 §3.2.2, 6750 §3.1, 9126 §2.3, 9396 §5, 9449, OpenID Connect Core §3.1.2.6. */
const oauthErrors = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'access_denied',
  'unsupported_response_type',
  'unsupported_response_mode',
  'server_error',
  'temporarily_unavailable',
  'unsupported_token_type',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_software_statement',
  'unapproved_software_statement',
  'invalid_token',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
  'invalid_target',
  'invalid_dpop_proof',
  'invalid_authorization_details',
  'use_dpop_nonce',
  'login_required',
  'consent_required',
  'interaction_required',
  'unmet_authentication_requirements',
  'insufficient_scope',
]);

const statuses = [200, 201, 204, 302, 303, 307, 400, 401, 403, 404, 405, 406, 409, 410, 413, 414, 415, 422, 429, 431];

/** What stands in some values, and in no page in this form. */
const markup = '<zq>';

/** Where somebody may be sent: to the bank's own pages, or to an address that a client has registered. */
function locationFaults(baseUrl: string, registered: readonly string[], answer: Answer): string[] {
  return valuesOf(answer, 'location').flatMap((location) => {
    if (!URL.canParse(location, baseUrl)) return [`Location is ${location}`];
    const { origin, pathname } = new URL(location, baseUrl);
    const isKnown = origin === new URL(baseUrl).origin || registered.includes(`${origin}${pathname}`);
    return isKnown ? [] : [`leads to ${location}`];
  });
}

function bodyFaults(answer: Answer): string[] {
  const type = (valuesOf(answer, 'content-type')[0] ?? '').split(';')[0]!;
  const text = answer.body.toString();
  if (answer.status >= 300 && answer.status < 400) return [];
  if (type === 'text/html') {
    return [
      ...(text.includes(markup) ? ['the page has what was sent as markup'] : []),
      ...(valuesOf(answer, 'content-security-policy').length === 1 ? [] : ['the page has no Content-Security-Policy']),
      ...(/<title>[^<]+<\/title>/.test(text) ? [] : ['the page has no title']),
    ];
  }
  if (answer.status < 400 || type === '') return answer.status >= 400 && answer.body.length > 0 ? ['a body without a type'] : [];
  if (type === 'application/json' && text.startsWith('{"error"')) {
    const { error } = JSON.parse(text) as { error: string };
    return oauthErrors.has(error) ? [] : [`${error} is no error of OAuth`];
  }
  // What a page asks while the customer answers in the bank's app.
  if (/^\{"state":"\w+"\}$/.test(text)) return [];
  return type.endsWith('json') ? faultsOfRefusal(answer) : [];
}

/** Whether the issuer has seen a client try: the gateway keeps a header for itself that `Connection` names. */
const hasTried = (headers: Wire['headers']): boolean => {
  const named = (wanted: string) => headers.filter(([name]) => name.toLowerCase() === wanted);
  return named('authorization').length > 0 && !named('connection').some(([, value]) => value.toLowerCase().includes('authorization'));
};

/** What is wrong with the answer of a page, or of an endpoint of an issuer. */
export function judgedPage(baseUrl: string, registered: readonly string[], wire: Wire, answer: Answer): string[] {
  // RFC 6749 §5.2 asks for a challenge where a client tried to authenticate by a header.
  const isUnchallenged = answer.body.toString().startsWith('{"error":"invalid_client"') && !hasTried(wire.headers);
  return [
    ...faultsOfAny(wire, answer).filter((fault) => !(isUnchallenged && fault === missingChallenge)),
    ...(statuses.includes(answer.status) ? [] : [`answers ${answer.status}`]),
    ...locationFaults(baseUrl, registered, answer),
    ...bodyFaults(answer),
  ];
}
