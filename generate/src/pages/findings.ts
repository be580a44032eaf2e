import { readFileSync } from 'node:fs';
import { page, table, type GeneratedFile } from '../generated-file.js';
import { removals } from '../openapi/removals.js';

/** As build/schemathesis/findings.mjs reads it. */
interface Explanation {
  readonly check: string;
  readonly operations: readonly string[];
  /** `<code> <place>`: what the bank said of the request. */
  readonly faults: readonly string[];
  readonly because: string;
}

const file = new URL('../../../build/schemathesis/explained.json', import.meta.url);
const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** The constraints that the documents state in words. */
const removed = (): string[] => [
  '## What the documents state in words',
  '',
  'Generators of clients and importers stumble over some keywords, so the documents have none of them. ' +
    'The bank checks the constraints all the same, and Schemathesis is given them. ' +
    'A test compares the documents with the schemas that validate: what is missing is exactly this table.',
  '',
  ...table(
    ['Schema', 'Keyword', 'In its place', 'Why'],
    removals.map(({ schema, keyword, value, stated, reason }) => [
      schema === '*' ? 'all' : `\`${schema}\``,
      value === undefined ? `\`${keyword}\`` : `\`${keyword}: ${value}\``,
      stated ?? `\`x-format: ${value}\`, and a pattern`,
      reason,
    ]),
  ),
];

/** The page about a foreign fuzzer's reports on the OpenAPI documents, with the reasons of the bank's answers. */
export function findingsPage(): GeneratedFile {
  const explanations = JSON.parse(readFileSync(file, 'utf8')) as readonly Explanation[];
  return page('docs/openapi-findings.md', 'build/schemathesis/explained.json', [
    '# What a fuzzer reports of the OpenAPI documents',
    '',
    'Schemathesis reads [the OpenAPI documents](openapi) and sends requests that fit them and requests that do not. ' +
      'It reports each answer that it would not expect from the document alone. `npm run check -- schemathesis` runs all its checks at each operation ' +
      'and fails for every report that is not in this table, and for every entry of the table that has become unnecessary.',
    '',
    'Each entry is a rule that a schema cannot say: a request that fits is refused with one of these codes, and the error names the place.',
    '',
    ...table(
      ['Check', 'Operations', 'Refused with', 'Why'],
      explanations.map(({ check, operations, faults, because }) => [
        `\`${check}\``,
        operations.includes('*') ? 'all' : quoted(operations),
        quoted(faults),
        because,
      ]),
    ),
    '',
    ...removed(),
  ]);
}
