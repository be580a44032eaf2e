// camt.053 files for tests: what a test does not say has a plain default.

export interface Entry {
  /** AcctSvcrRef. */
  readonly id?: string;
  /** NtryRef. */
  readonly reference?: string;
  readonly day: string;
  readonly valueDay?: string;
  readonly amount: string;
  readonly currency?: string;
  /** The content of `Sts`; empty: no status. */
  readonly status?: string;
  /** Further elements of the entry. */
  readonly more?: string;
}

export interface StatementFile {
  readonly version?: string;
  readonly iban: string;
  /** Acct/Ccy. */
  readonly currency?: string;
  readonly messageId?: string;
  readonly id?: string;
  /** Balances, `closingBalance` for one. */
  readonly balances?: string;
  readonly entries: readonly Entry[];
}

const element = (name: string, text: string | undefined): string => (text === undefined ? '' : `<${name}>${text}</${name}>`);

const entryXml = ({ id, reference, day, valueDay, amount, currency = 'EUR', status = '<Cd>BOOK</Cd>', more = '' }: Entry): string =>
  `<Ntry>${element('NtryRef', reference)}<Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>` +
  `<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>${status === '' ? '' : `<Sts>${status}</Sts>`}` +
  `<BookgDt><Dt>${day}</Dt></BookgDt>${valueDay === undefined ? '' : `<ValDt><Dt>${valueDay}</Dt></ValDt>`}${element('AcctSvcrRef', id)}` +
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>${more}</Ntry>`;

export const closingBalance = (amount: string, day: string, currency = 'EUR'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>` +
  `<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

const statementXml = ({ iban, currency, id = 'S1', balances = '', entries }: Omit<StatementFile, 'messageId' | 'version'>): string =>
  `<Stmt>${element('Id', id)}<Acct><Id><IBAN>${iban}</IBAN></Id>${element('Ccy', currency)}</Acct>${balances}${entries.map(entryXml).join('')}</Stmt>`;

/** A message of one line, as banks write it; statements after the first have ids of their own. */
export function statementFile(first: StatementFile, ...others: readonly Omit<StatementFile, 'messageId' | 'version' | 'iban'>[]): string {
  const { version = '08', messageId = 'M1', iban } = first;
  const statements = [first, ...others.map((one, index) => ({ id: `S${index + 2}`, ...one, iban }))];
  return (
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">` +
    `<BkToCstmrStmt><GrpHdr><MsgId>${messageId}</MsgId></GrpHdr>${statements.map(statementXml).join('')}</BkToCstmrStmt></Document>`
  );
}
