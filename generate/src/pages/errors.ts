import { codes, oauthError, oauthErrorOf, Refusal, statusesOf, whenAnswered, type Code, type ResponseHints } from '@open-banking/messages';
import { page, table, type GeneratedFile } from '../generated-file.js';

const retried = { retryAfterSeconds: 1 };
const oauthErrors: string[][] = [
  [405, {}, 'The endpoint does not take this method. `Allow` lists the methods.'],
  [409, {}, 'At a pushed request with `authorization_details`: the `X-Request-ID` was used for another request. Use a new one.'],
  [409, retried, 'The same: a request with this `X-Request-ID` is still in progress. Send it again after `Retry-After`.'],
  [413, {}, 'The body is larger than 64 KiB.'],
  [429, retried, 'A limit is used up; `RateLimit` says which.'],
  [500, {}, 'The fault is the bank’s.'],
  [503, retried, 'The bank cannot answer at the moment.'],
  [504, retried, 'The bank did not answer in time.'],
].map(([status, hints, when]) => [
  `\`${oauthErrorOf({ status: status as number, hints: hints as ResponseHints })}\``,
  String(status),
  when as string,
]);

export const errorsPage = (): GeneratedFile =>
  page('docs/errors.md', 'the codes (libs/messages/src/codes.ts) and generate/src/pages/errors.ts', [
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
      '401 has `WWW-Authenticate`, 405 `Allow`, 429 and 503 `Retry-After`, and all have `X-Request-ID`.',
    '',
    ...table(
      ['Status', 'Code', 'Text', 'When'],
      (Object.keys(codes) as Code[]).map((code) => [statusesOf(code).join(', '), code, codes[code].text, whenAnswered[code]]),
    ),
    '',
    '## OAuth endpoints',
    '',
    'Pushed requests, token, revocation and registration refuse in the form of OAuth (RFC 6749 §5.2, RFC 9126 §2.3, RFC 7591 §3.2.2), whatever `Accept` says. ' +
      'Refusals that the other operations have, too, have the same `tppMessages` beside it.',
    '',
    '```json',
    JSON.stringify(oauthError(new Refusal('ACCESS_EXCEEDED'))),
    '```',
    '',
    ...table(['`error`', 'Status', 'When'], oauthErrors),
  ]);
