import { maxMarks } from '@open-banking/messages';
import { descriptionOf, type LineDescription, type LoadField, type LoadFormat } from '@open-banking/feed';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { serviceTables } from '../service-tables.js';

const introduction = `# Load formats

Each service that keeps customers' resources is loaded from one file: \`openbank load <service> <file>\`, or \`-\` for standard
input. A file is NDJSON in UTF-8: one JSON object a line, its \`type\` says which kind of row it is, its fields are those below.
Every field is required unless it is marked *optional*; an optional field without a value is left out. Fields not listed are refused.

The role that owns the database loads. What is wrong with the values is told at once, up to twenty lines as \`file:line: field: reason\`;
then what the database refuses, one at a time; then every sum that does not agree. Lines may come in any order as long as what is
referred to stands before what refers to it.

A line whose amount "must be another number than zero" and is zero books nothing: it is passed over, counted and named, and what follows
is loaded. What else is accepted and refused stands in [feed.md](feed.md#what-is-accepted-and-what-is-refused).

A file of up to 50,000 lines is loaded whole or not at all, in one transaction. A larger file of ais-pis or cards is committed in batches
of 50,000 lines or more (\`--batch-lines\`), each where an account or card ends and all sums agree: so write all lines of an account
together. A batch is loaded whole or not at all, and with it a note of how far the file is taken. After an interruption or an error the
database has the batches before it, and the command says so; the same file, with the faulty line corrected, goes on there, and is refused
if a line that is loaded has changed since. \`--anew\` begins at the first line. A file whose order leaves no such place, files of the
other services, and any file with \`--whole\` are loaded whole or not at all, however large they are. More in [scale.md](scale.md).

\`openbank load ais-pis statement.xml\` takes a camt.053 statement of accounts that are loaded. Its booked entries that the books do not
have become lines as below, with the account's new balance, and are loaded whole or not at all. What is accepted, how a known entry is
recognised and what is refused: [statements-loading.md](statements-loading.md).

Where a type has a key, a line of an existing row changes it: all its fields are as the line says (an optional field that is
left out becomes empty), except those that cannot be changed. A key may be in a file once. Where a type has none, a line
adds a row that stays as it is, and a line of an existing row is refused: booked entries are put right by another entry.
Nothing is deleted by a file.

- Texts are readable: one that is not empty or blank has a character that is visible, and no letter has more than ${maxMarks} marks
  (accents, vowel points). That is so within objects and lists, too.
- Ids are UUIDs. The same customer has the same \`psuId\` in every file, the same loan the same id in savings-loans and
  loan-services, the same current account the same id in ais-pis and loan-services.
- Amounts and rates are decimal strings. Debits, and what is owed, are negative. An amount has the decimals of its currency; zeros after
  them do not count. [amounts.md](amounts.md) has the table of what is accepted and refused.
- Days are the bank's. In a camt.053 statement a time with an offset (or \`Z\`) belongs to the day that it has in the bank's time zone
  (\`TIME_ZONE\`); a time without one is the bank's local time, and a date is that day, whatever its zone. The command asks the running
  bank for its time zone and current day; with \`--database-url\`, or where the bank does not answer, they are those of \`TIME_ZONE\` in the
  environment and of this machine.
- A booking day after the bank's current day is refused, with line and field (in camt.053: \`Ntry/BookgDt\`), in files and in feeds. Value
  days may lie ahead.
- Entry references are sixteen digits of which the first is 0; within an account they rise with the booking date, and
  later files go on where the last one ended. A booked row of cards, savings, loans or securities that comes before the last one of
  its resource in the database is booked after that one, on its day, so that third parties find it ([feed.md](feed.md)): load history
  from the oldest day on.
- \`transactionId\` (at most 35 characters) names a transaction of an account, a card, a saving or a loan from pending to booked:
  what was loaded as pending is booked under the same one. Without it the entry reference is the id. No two entries of
  an account have the same.
- Current accounts are kept in double entry: what stands against loaded entries the database writes itself (table opening).
- Every account, card and loan has one holder or more; where the \`rule\` is \`both\`, two.
- Sums are loaded beside what they are sums of, and must agree with the file loaded: the proofs of \`openbank ledger check\`
  are held before anything counts, and a line that breaks one is named. In ais-pis and cards they look at the accounts and cards that a
  batch names, with their whole history. \`ledger check\` looks at all, and also compares the services.
`;

const sharedRules = `- \`ledger check\` also holds the current account against the other services: entries of \`proprietaryBankTransactionCode\`
  \`CARD_STATEMENT\`, \`LOAN_INSTALMENT\`, \`SAVINGS\`, \`SECURITIES\` and \`INCOME\` are, by account and day, what these services say.
- A \`passwordHash\` is made by
  \`node -p 'const c=require("crypto"),s=c.randomBytes(16);["scrypt",16384,8,1,s.toString("base64url"),c.scryptSync("the password",s,32,{N:16384,r:8,p:1}).toString("base64url")].join("$")'\`
`;

/** The rules of one service, as an item of the list. */
function ruleOf(service: LoadedService): string {
  const { loadRules } = serviceTables[service];
  return loadRules === undefined ? '' : `  - ${service}: ${loadRules.trim().replaceAll('\n', '\n    ')}\n`;
}

const saidText = ({ says: [kind = '', ...others] }: LoadField): string => [kind.replace(', such as "-12.50"', ''), ...others].join(': ');

/** What happens to a line whose row already exists. */
function changeText({ key, fixed, kept }: LineDescription): string {
  const names = (of: readonly string[]): string => of.map((name) => `\`${name}\``).join(', ');
  if (key === undefined) return 'Is added, never changed.';
  const keeps = kept.length === 0 ? '' : ` Stays where it is left out: ${names(kept)}.`;
  return `Key: ${names(key)}.${fixed.length === 0 ? '' : ` Cannot be changed: ${names(fixed)}.`}${keeps}`;
}

function section(service: string, format: LoadFormat): string {
  const lines = Object.entries(format).map(([type, described]) => {
    const line = descriptionOf(described);
    const rows = line.fields.map(
      (field) => `| \`${field.name}\` | ${saidText(field)}${field.optional ? ', *optional*' : ''} | \`${field.column}\` |`,
    );
    return `### \`${type}\`\n\nA row of \`${line.table}\`. ${changeText(line)}\n\n| Field | Holds | Column |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `## ${service}\n\n${lines.join('\n')}`;
}

/** The text of docs/load-formats.md, from the `books.ts` of each service. Further constraints of a column are in the service's migration. */
export const loadFormatsDocument = (): string =>
  [
    [introduction, ...loadedServices.map(ruleOf), sharedRules].join(''),
    ...loadedServices.map((service) => section(service, serviceTables[service].loadFormat)),
  ].join('\n');
