import { checks, columnOf, type LoadFormat } from '@open-banking/database';
import { loadFormats } from './index.js';

const intro = `<!-- Written by \`node sandbox/dist/load/write-document.js\` from sandbox/src/load. -->
# Load formats

Each service that keeps customers' resources is loaded from one file: \`openbank load <service> <file>\`. A file is
NDJSON in UTF-8: one JSON object a line, its \`type\` says which kind of row it is, its fields are those below. Every field
is required unless it is marked *optional*; an optional field without a value is left out. Fields not listed are refused.

A file is loaded whole or not at all, in one transaction, by COPY. The first thing wrong ends the load and is told as
\`file:line: field: reason\`. Lines may come in any order as long as what is referred to stands before what refers to it.
What is loaded already is refused, never changed: loading a file twice is an error.

- Ids are UUIDs. The same customer has the same \`psuId\` in every file, the same loan the same id in savings-loans and
  loan-services, the same current account the same id in ais-pis and loan-services.
- Amounts and rates are decimal strings. Debits, and what is owed, are negative.
- Entry references are sixteen digits of which the first is 0; within an account they rise with the booking date.
- \`transactionId\` (at most 35 characters) names a transaction of an account, a card, a saving or a loan from pending to booked:
  what was loaded as pending is booked under the same one. Without it the entry reference is the id. No two entries of
  an account have the same.
- Current accounts are kept in double entry: what stands against loaded entries the database writes itself (table opening).
- Sums are loaded beside what they are sums of, and must agree: \`openbank ledger check\` proves it.
`;

const kindText = (kind: keyof typeof checks): string => checks[kind].says.replace(', such as "-12.50"', '');

function section(service: string, format: LoadFormat): string {
  const lines = Object.entries(format).map(([type, { table, fields }]) => {
    const rows = Object.entries(fields).map(([name, field]) => `| \`${name}\` | ${kindText(field.kind)}${field.optional ? ', *optional*' : ''} | \`${columnOf(name, field)}\` |`);
    return `### \`${type}\`\n\nA row of \`${table}\`.\n\n| Field | Holds | Column |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `## ${service}\n\n${lines.join('\n')}`;
}

/** docs/load-formats.md, from the formats themselves. What a column may hold beyond its form says the service's migration. */
export const loadFormatsDocument = (): string =>
  [intro, ...Object.entries(loadFormats).map(([service, format]) => section(service, format))].join('\n');
