/** A camt.053 of a settlement account, written as the clearing of another bank might. */
export interface WrittenEntry {
  readonly amount: string;
  readonly currency?: string;
  readonly day?: string;
  readonly valueDate?: string;
  readonly reference?: string;
  readonly refs?: Readonly<Record<string, string>>;
  readonly code?: string;
  readonly status?: string;
  readonly charges?: string;
  readonly chargesIn?: string;
  /** The transactions of a batch; `content`: what a transaction has in place of Amt and CdtDbtInd. */
  readonly parts?: readonly { readonly amount?: string; readonly content?: string; readonly refs?: Readonly<Record<string, string>> }[];
  /** As `Btch/NbOfTxs`. */
  readonly size?: number;
}
export interface WrittenStatement {
  readonly id?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly day?: string;
  readonly opening?: string | null;
  readonly closing?: string | null;
  readonly interim?: string;
  /** As `FrDtTm` and `ToDtTm`; null: the statement has no period. */
  readonly period?: readonly [from: string, to: string] | null;
  readonly entries?: readonly WrittenEntry[];
}

export const day = '2026-11-25';
const tag = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const signed = (amount: string, currency: string): string =>
  `<Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>${tag('CdtDbtInd', amount.startsWith('-') ? 'DBIT' : 'CRDT')}`;
const refsOf = (refs: Readonly<Record<string, string>> = {}): string =>
  tag(
    'Refs',
    Object.entries(refs)
      .map(([name, value]) => tag(name, value))
      .join(''),
  );

function entryOf(entry: WrittenEntry, at: number, statement: WrittenStatement): string {
  const currency = entry.currency ?? statement.currency ?? 'EUR';
  const on = entry.day ?? statement.day ?? day;
  const charges =
    entry.charges === undefined
      ? ''
      : tag('Chrgs', tag('Rcrd', `${signed(entry.charges, entry.chargesIn ?? currency)}<ChrgInclInd>true</ChrgInclInd>`));
  const transactions = entry.parts
    ? entry.parts.map(({ amount, refs, content }) => tag('TxDtls', refsOf(refs) + (content ?? signed(amount!, currency))))
    : [tag('TxDtls', refsOf(entry.refs) + signed(entry.amount, currency) + charges)];
  const [family, sub] = (entry.code ?? 'ICDT-ESCT').split('-');
  return tag(
    'Ntry',
    signed(entry.amount, currency) +
      (entry.status === '' ? '' : tag('Sts', tag('Cd', entry.status ?? 'BOOK'))) +
      tag('BookgDt', tag('Dt', on)) +
      tag('ValDt', tag('Dt', entry.valueDate ?? on)) +
      (entry.reference === '' ? '' : tag('AcctSvcrRef', entry.reference ?? `R${at + 1}`)) +
      tag('BkTxCd', tag('Domn', tag('Cd', 'PMNT') + tag('Fmly', tag('Cd', family!) + tag('SubFmlyCd', sub!)))) +
      tag('NtryDtls', (entry.size === undefined ? '' : tag('Btch', tag('NbOfTxs', String(entry.size)))) + transactions.join('')),
  );
}

function statementOf(statement: WrittenStatement): string {
  const { id = 'S1', account = 'SETTLEMENT', currency = 'EUR', entries = [], opening = '1000.00' } = statement;
  const on = statement.day ?? day;
  const period = statement.period === undefined ? [`${on}T00:00:00`, `${on}T23:59:59`] : statement.period;
  const booked = entries
    .filter(({ status = 'BOOK' }) => status === 'BOOK')
    .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const closing = statement.closing === undefined ? (Math.round(Number(opening) * 100 + booked) / 100).toFixed(2) : statement.closing;
  const balance = (code: string, amount: string | null): string =>
    amount === null ? '' : tag('Bal', tag('Tp', tag('CdOrPrtry', tag('Cd', code))) + signed(amount, currency) + tag('Dt', tag('Dt', on)));
  return tag(
    'Stmt',
    tag('Id', id) +
      (period ? tag('FrToDt', tag('FrDtTm', period[0]!) + tag('ToDtTm', period[1]!)) : '') +
      tag('Acct', tag('Id', tag('Othr', tag('Id', account))) + tag('Ccy', currency)) +
      balance('OPBD', opening) +
      balance('CLBD', closing) +
      balance('ITBD', statement.interim ?? null) +
      entries.map((entry, at) => entryOf(entry, at, statement)).join('\n'),
  );
}

export const settlementXml = (...statements: readonly WrittenStatement[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>\n${statements.map(statementOf).join('\n')}</BkToCstmrStmt></Document>`;
