import type { ErasureCheck, ErasureRow } from '@open-banking/contracts';
import { print } from '../bank-connection.js';

type Rows = Readonly<Record<string, number>>;

/** What stands in brackets after a table. */
const explained: Readonly<Record<string, string>> = {
  name: "others hold these, too: they lose nothing but the customer's name",
  'searched for the name': "entries of accounts that others own, too: they lose nothing but the customer's name, where it is in them",
  'account number': "what others hold and an account of the customer's alone paid for: it loses the number of that account",
  'not executed': 'orders that were rejected or cancelled; those that were executed are erased with their entries',
  creditor: "what the bank's core was told of payments to the customer",
  'not approved': "mandates that named an account of the customer's alone",
  ended: 'consents that are valid until then',
  'sign-in': 'login and password',
};

export function printErasureCheck(psuId: string, { earlier, services, unavailable }: ErasureCheck): void {
  if (earlier) print(`${psuId} ${erasureText(earlier)}`);
  if (unavailable.length === 0 && services.every(({ holds, more }) => more.length === 0 && presentOf(holds).length === 0))
    print(`Of ${psuId}, nothing ${earlier ? 'is left to erase' : 'would be erased'}.`);
  else {
    print(`Of ${psuId}, this would be erased (rows by table):`);
    for (const { service, holds, more } of services) print(`  ${service.padEnd(14)} ${countsOf(holds, more)}`);
    explain(services.map(({ holds }) => holds));
    if (services.some(({ more }) => more.length > 0)) print('  “or more”: counted up to there, not to the end.');
  }
  for (const { service, obstacles } of services)
    for (const { what, id, must } of obstacles) print(`In the way: ${service}: ${what} ${id} must ${must}.`);
  for (const service of unavailable) print(`In the way: ${service} does not answer.`);
}

const erasureText = ({ askedAt, askedBy, endedAt }: NonNullable<ErasureCheck['earlier']>): string =>
  endedAt === null
    ? `is being erased since ${askedAt.slice(0, 10)}, asked by ${askedBy}: openbank erase --list says what is waited for.`
    : `is erased already, since ${endedAt.slice(0, 10)}, asked by ${askedBy}.`;

export function printErasure({ psuId, steps }: ErasureRow): void {
  print(`${psuId} is erased. Rows by table, of all requests:`);
  for (const { service, erased, state, keptUntil } of steps)
    print(
      `  ${service.padEnd(14)} ${countsOf(erased)}${state === 'kept' ? `; the law makes the bank keep the rest until ${keptUntil}` : ''}`,
    );
  explain(steps.map(({ erased }) => erased));
}

const presentOf = (rows: Rows): [what: string, count: number][] => Object.entries(rows).filter(([, count]) => count > 0);

const countsOf = (rows: Rows, more: readonly string[] = []): string =>
  Object.entries(rows)
    .filter(([what, count]) => count > 0 || more.includes(what))
    .map(([what, count]) => `${what} ${count}${more.includes(what) ? ' or more' : ''}`)
    .join(', ') || 'nothing';

function explain(all: readonly Rows[]): void {
  const found = new Set(all.flatMap((rows) => presentOf(rows).map(([what]) => /\((.*)\)$/.exec(what)?.[1])));
  for (const [words, meaning] of Object.entries(explained)) if (found.has(words)) print(`  (${words}): ${meaning}`);
}
