import { amountText, misfitsCurrency, roundedAmount } from '@open-banking/database';
import { currencyTables, descriptionOf, type LineDescription, type LoadField, type LoadFormat } from '@open-banking/feed';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { serviceTables } from '../service-tables.js';
import type { RunQuery } from './service-agreement.js';

/** Amounts of one resource, in rows of one type, that have more decimals than their currency. Releases up to 0.2.0 loaded them. */
export interface AmountWarning {
  readonly service: LoadedService;
  /** The type of the load line whose rows these are. */
  readonly type: string;
  /** The id of the account, card or loan; of a row without one, its key. */
  readonly resource: string;
  /** Of a current account. */
  readonly iban?: string;
  readonly amounts: number;
  /** One of them, with its field and currency. */
  readonly example: string;
  /** A command that corrects it, or what to do. */
  readonly correction: string;
}

/** Resources that are named for each type. */
const maxListed = 20;

interface MisfitRow {
  readonly resource: string;
  readonly amounts: number;
  readonly example: string;
}
interface BalanceRow {
  readonly accountId: string;
  readonly iban: string;
  readonly currency: string;
  readonly missing: string | null;
}

/** Amounts that follow from others, and misfit where those do: the balance after an entry, and the one before the last day. */
const derived = new Set(['balanceAfter', 'bookedBefore']);

/** SQL: the amounts of a type's rows that do not fit their currency, by resource. One pass over the table. */
function misfitQuery(format: LoadFormat, { table, fields, key = [], resource }: LineDescription): string | undefined {
  const amounts = fields.filter(({ name, amount }) => (amount?.field ?? amount?.types) !== undefined && !derived.has(name));
  if (amounts.length === 0) return undefined;
  const types = amounts.find(({ amount }) => amount!.types)?.amount?.types;
  const tables = types && currencyTables(format, types);
  const rows = tables?.map((one) => `select "${one.column}" as key, currency from "${one.table}"`).join(' union all ');
  const join = tables ? `join (${rows}) owner on owner.key = t."${columnOf(fields, tables[0]!.field)}"` : '';
  const named = resource ? [resource.column] : key.map((name) => columnOf(fields, name));
  const listed = amounts.map(({ name, column, amount }) => {
    const currency = amount!.field === undefined ? 'owner.currency' : `t."${columnOf(fields, amount!.field)}"`;
    return `('${name}', t."${column}", ${currency})`;
  });
  return `
    select ${named.map((column) => `t."${column}"::text`).join(` || ' ' || `)} as resource, count(*)::float8 as amounts,
      min(a.field || ' ' || ${amountText('a.currency', 'a.amount')} || ' ' || a.currency) as example
    from "${table}" t ${join}
    cross join lateral (values ${listed.join(', ')}) a(field, amount, currency)
    where ${misfitsCurrency('a.currency', 'a.amount')}
    group by 1 order by 1 limit ${maxListed}`;
}

const columnOf = (fields: readonly LoadField[], name: string): string => fields.find((field) => field.name === name)!.column;

/** What a current account's booked balance needs to have the decimals of its currency; null where it has them. */
const balanceQuery = `
  select a.account_id as "accountId", a.iban, a.currency,
    case when ${misfitsCurrency('a.currency', 'b.booked')} then trim_scale(${roundedAmount('a.currency', 'b.booked')} - b.booked)::text end as missing
  from account a join account_balance b on b.account_id = a.account_id where a.account_id = any($1::uuid[])`;

const proposal = ({ iban, currency, missing }: BalanceRow): string =>
  `openbank adjustment propose --iban ${iban} --amount ${missing} --currency ${currency} --reason "Correction of decimals"`;

/** What puts rows of other services right. */
const remedy = (service: LoadedService, type: string, { key, fixed, fields }: LineDescription): string => {
  if (service === 'ais-pis' && type === 'entry') return 'none is needed: the balance has the decimals of its currency';
  const own = fields.filter(({ amount }) => amount !== undefined && !amount.isSum);
  if (own.length === 0) return 'none of its own: it follows from the rows that it is the sum of';
  return key === undefined || own.some(({ name }) => fixed.includes(name))
    ? 'none: a booked row does not change. It is shown with all its digits, and what is booked later goes on from it'
    : `load the ${type} again with an amount that fits: openbank load ${service} FILE, or openbank feed ${service} FILE`;
};

/** Finds amounts with more decimals than their currency, in all services. They are no failure: the books add up with them. */
export async function amountWarnings(runQuery: RunQuery): Promise<AmountWarning[]> {
  const found: AmountWarning[] = [];
  for (const service of loadedServices) {
    const { loadFormat } = serviceTables[service];
    for (const [type, line] of Object.entries(loadFormat)) {
      const description = descriptionOf(line);
      const query = misfitQuery(loadFormat, description);
      if (query === undefined) continue;
      const rows = (await runQuery(service, query)) as unknown as readonly MisfitRow[];
      const correction = remedy(service, type, description);
      const warnings = rows.map((row): AmountWarning => ({ service, type, ...row, correction }));
      found.push(...(service === 'ais-pis' ? await withProposals(warnings, runQuery) : warnings));
    }
  }
  return found;
}

/** Current accounts are corrected by an adjustment. */
async function withProposals(warnings: readonly AmountWarning[], runQuery: RunQuery): Promise<AmountWarning[]> {
  if (warnings.length === 0) return [];
  const ids = warnings.map(({ resource }) => resource);
  const balances = (await runQuery('ais-pis', balanceQuery, [ids])) as unknown as readonly BalanceRow[];
  return warnings.map((warning) => {
    const account = balances.find(({ accountId }) => accountId === warning.resource);
    if (!account) return warning;
    return { ...warning, iban: account.iban, ...(account.missing !== null && { correction: proposal(account) }) };
  });
}
