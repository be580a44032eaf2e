import { codes, oauthError, oauthRefusals, Refusal, httpStatuses, codeDescriptions, type Code } from '@open-banking/messages';
import { page, table, type GeneratedFile } from '../generated-file.js';

export const errorsPage = (): GeneratedFile =>
  page('docs/errors.md', 'the codes (libs/messages/src/codes.ts), libs/messages/src/oauth-refusals.ts and generate/src/pages/errors.ts', [
    '# Errors',
    '',
    'All errors have the same form, from the gateway, the framework or a service; those of [OAuth endpoints](#oauth-endpoints) have that of OAuth as well.',
    '',
    '```json',
    '{ "tppMessages": [{ "category": "ERROR", "code": "FORMAT_ERROR", "path": "/instructedAmount/amount", ' +
      '"text": "Does not fit its currency: EUR has 2 fraction digits.", "href": "/errors/FORMAT_ERROR" }] }',
    '```',
    '',
    '`path` is a JSON Pointer into the body, or the name of a header or of a parameter of query or path; an error of the body as a whole, ' +
      'such as malformed JSON, has none. ' +
      '`href` is the page that explains the code, a path under the base URL; a `WARNING` in a response of success has none. ' +
      'With `Accept: application/problem+json` the same content is returned in the form of RFC 9457, and `type` is that page. ' +
      'Of the two forms the one that `Accept` prefers by `q` is returned, and `application/json` of equals, or where `Accept` names neither; ' +
      'only beside a wildcard (`application/problem+json, */*`) does naming the other one suffice. ' +
      'What a gateway answers by itself is `application/json`, or a page for browsers (`text/html` in `Accept`, and no JSON). ' +
      '401 has `WWW-Authenticate`, 405 `Allow`, 429 and 503 `Retry-After`, and all have `X-Request-ID`.',
    '',
    ...table(
      ['Status', 'Code', 'Text', 'When'],
      (Object.keys(codes) as Code[]).map((code) => [httpStatuses(code).join(', '), code, codes[code].text, codeDescriptions[code]]),
    ),
    '',
    '## OAuth endpoints',
    '',
    'Pushed requests, token, revocation and registration refuse in the form of OAuth (RFC 6749 §5.2, RFC 9126 §2.3, RFC 7591 §3.2.2), whatever `Accept` says. ' +
      '`error_description` says what is wrong and what would be right. ' +
      'Refusals that the other operations have, too, and those of registration have the same `tppMessages` beside it.',
    '',
    '```json',
    JSON.stringify(oauthError(new Refusal('ACCESS_EXCEEDED'))),
    '```',
    '',
    ...table(
      ['`error`', 'Status', 'When, and what to do'],
      oauthRefusals.map(({ error, statuses, when }) => [`\`${error}\``, statuses.join(', '), when]),
    ),
    '',
    "The authorization endpoint sends the customer back to the client's redirect URI with `error` and `error_description`, by the same rules, or shows a page where " +
      'there is no registered redirect URI to send them to. Two errors come only there: `access_denied` where the customer did not approve, and ' +
      '`invalid_request_uri` where the pushed request was used before or is older than a minute: push it again.',
  ]);
