import { codes, statusesOf, whenAnswered, type Code } from '@open-banking/messages';
import { page, table, type GeneratedFile } from '../generated-file.js';

export const errorsPage = (): GeneratedFile =>
  page('docs/errors.md', 'the codes (libs/messages/src/codes.ts) and generate/src/pages/errors.ts', [
    '# Errors',
    '',
    'All errors have the same form, from the gateway, the framework or a service.',
    '',
    '```json',
    '{ "tppMessages": [{ "category": "ERROR", "code": "FORMAT_ERROR", "path": "/instructedAmount/amount", ' +
      '"text": "Does not fit its currency: EUR has 2 fraction digits.", "href": "/errors/FORMAT_ERROR" }] }',
    '```',
    '',
    '`path` is a JSON Pointer into the body, or the name of a header or parameter. ' +
      '`href` is the page that explains the code, a path under the base URL; a `WARNING` in a response of success has none. ' +
      'With `Accept: application/problem+json` the same content is returned in the form of RFC 9457, and `type` is that page. ' +
      '401 has `WWW-Authenticate`, 405 `Allow`, 429 and 503 `Retry-After`, and all have `X-Request-ID`.',
    '',
    ...table(
      ['Status', 'Code', 'Text', 'When'],
      (Object.keys(codes) as Code[]).map((code) => [statusesOf(code).join(', '), code, codes[code].text, whenAnswered[code]]),
    ),
  ]);
