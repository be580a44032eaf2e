import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { temporaryServer } from '@open-banking/database/testing';
import { temporaryFolder } from '@open-banking/testing';
import { load } from '../src/load/load.js';
import { aSmallBank, text } from './a-small-bank.js';
import { iban } from './a-small-customer.js';
import { emptyDatabases } from './loaded-bank.js';

interface Entry {
  readonly id?: string;
  readonly reference?: string;
  readonly day: string;
  readonly amount: string;
  readonly status?: string;
  readonly more?: string;
}

const entryOf = ({ id, reference, day, amount, status = '<Cd>BOOK</Cd>', more = '' }: Entry): string => `
<Ntry>
${reference === undefined ? '' : `<NtryRef>${reference}</NtryRef>`}
<Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>
<Sts>${status}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
${id === undefined ? '' : `<AcctSvcrRef>${id}</AcctSvcrRef>`}
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
${more}
</Ntry>`;
const balanceOf = (amount: string, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
const fileOf = (entries: readonly Entry[], { version = '08', of = iban, closing = '', head = '' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id>
<Acct><Id><IBAN>${of}</IBAN></Id></Acct>${closing}${entries.map(entryOf).join('')}
</Stmt></BkToCstmrStmt></Document>`;

describe('openbank load ais-pis with a camt.053 statement', () => {
  const files = temporaryFolder();
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let databases: Awaited<ReturnType<typeof emptyDatabases>>;
  let client: pg.Client;

  beforeAll(async () => {
    server = await temporaryServer();
    databases = await emptyDatabases(server.url);
    client = new pg.Client({ connectionString: databases.urls['ais-pis'] });
    await client.connect();
    const path = join(files.path, 'bank.ndjson');
    writeFileSync(path, text(aSmallBank()['ais-pis']));
    await load('ais-pis', path, databases.urls['ais-pis']);
  });
  afterAll(async () => {
    await client.end();
    await databases.close();
    await server.stop();
    files.remove();
  });

  const loading = (xml: string | Buffer): Promise<number> => {
    const path = join(files.path, 'statement.xml');
    writeFileSync(path, xml);
    return load('ais-pis', path, databases.urls['ais-pis']);
  };
  const books = async () => {
    const { rows } = await client.query<{ entries: number; booked: string; before: string; last: string }>(
      `select count(*)::int as entries, b.booked::text, b.booked_before::text as before, b.last_booking_date::text as last
      from entry e join account a using (account_id) join account_balance b using (account_id) where a.iban = $1 group by b.account_id`,
      [iban],
    );
    return rows[0];
  };
  const refused = async (xml: string | Buffer, ...faults: string[]): Promise<void> => {
    const before = await books();
    const fault = await loading(xml).then(
      () => new Error('it was loaded'),
      (error: Error) => error,
    );
    for (const told of faults) expect(fault.message).toContain(told);
    expect(await books()).toEqual(before);
  };

  const first: Entry = {
    id: 'B1',
    day: '2026-11-12',
    amount: '100.00',
    more: `<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>M&#252;ller &amp; Co</Nm></Pty></Dbtr>
      <DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>Invoice </Ustrd><Ustrd>17</Ustrd></RmtInf></TxDtls></NtryDtls>`,
  };
  const second: Entry = { id: 'B2', day: '2026-11-13', amount: '-63.50' };
  const third: Entry = { reference: 'N3', day: '2026-11-13', amount: '-0.50', status: 'BOOK' };

  it('books its booked entries once: the same file again, or a later one that begins earlier, adds only what is new', async () => {
    const pending: Entry = { id: 'B9', day: '2026-11-14', amount: '-7.00', status: '<Cd>PDNG</Cd>' };
    // Newest first, as many banks write them.
    expect(await loading(fileOf([pending, second, first], { closing: balanceOf('1299.50', '2026-11-13') }))).toBe(3);
    expect(await books()).toEqual({ entries: 4, booked: '1299.50', before: '1363.00', last: '2026-11-13' });
    const { rows } = await client.query(
      `select transaction_id, booking_date::text, value_date::text, amount::text, balance_after::text, bank_transaction_code, debtor_name, debtor_account, end_to_end_id, remittance_unstructured
      from entry where transaction_id = 'B1'`,
    );
    expect(rows).toEqual([
      {
        transaction_id: 'B1',
        booking_date: '2026-11-12',
        value_date: '2026-11-12',
        amount: '100.00',
        balance_after: '1363.00',
        bank_transaction_code: 'PMNT-RCDT-ESCT',
        debtor_name: 'Müller & Co',
        debtor_account: { iban: 'DE02120300000000202051' },
        end_to_end_id: null,
        remittance_unstructured: 'Invoice 17',
      },
    ]);

    expect(await loading(fileOf([first, second], { closing: balanceOf('1299.50', '2026-11-13') }))).toBe(0);
    // An older version of the message, in which the status is a text.
    expect(await loading(fileOf([first, second, third], { version: '02' }))).toBe(2);
    expect(await books()).toEqual({ entries: 5, booked: '1299.00', before: '1363.00', last: '2026-11-13' });
  });

  it('names line and element of everything that does not fit the books, and loads nothing', async () => {
    await refused(
      fileOf([
        { day: '2026-11-20', amount: '1.00' },
        { id: 'C1', day: '2026-11-31', amount: '1.00' },
        { id: 'C2', day: '2026-11-20', amount: '1,00' },
      ]),
      'statement.xml:4: Ntry: needs AcctSvcrRef or NtryRef',
      'BookgDt: must be a date as YYYY-MM-DD',
      'Ntry/Amt: must be a decimal number without sign',
    );
    await refused(
      fileOf([
        { id: 'C3', day: '2026-11-20', amount: '1.00' },
        { id: 'C3', day: '2026-11-21', amount: '2.00' },
      ]),
      'is also that of the entry in line 4',
    );
    await refused(fileOf([{ ...first, amount: '101.00' }]), 'is booked already, with 100.00 on 2026-11-12');
    await refused(fileOf([{ id: 'C4', day: '2026-11-09', amount: '1.00' }]), 'must not be before 2026-11-13');
    await refused(
      fileOf([], { of: 'DE89370400440532013000' }),
      'Acct/Id/IBAN: must be the IBAN of a loaded account; none has DE89370400440532013000',
    );
    await refused(
      fileOf([{ id: 'C5', day: '2026-11-20', amount: '1.00' }], { closing: balanceOf('1400.00', '2026-11-20') }),
      'statement.xml:3: Bal: must be 1300.00',
    );
  });

  it('refuses a document type and what is in it, XML that is cut off, other messages, nesting and other encodings', async () => {
    const laughs = '<!DOCTYPE Document [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
    await refused(fileOf([{ ...first, id: 'D1', more: '<AddtlNtryInf>&b;</AddtlNtryInf>' }], { head: laughs }), 'DOCTYPE');
    await refused(fileOf([{ ...first, id: 'D2', more: '<AddtlNtryInf>&b;</AddtlNtryInf>' }]), 'is not well-formed XML');
    await refused(fileOf([first]).slice(0, -20), 'is not well-formed XML');
    await refused(fileOf([first]).replace('camt.053', 'camt.054'), 'must be camt.053.001.02 or later');
    await refused(`${'<a>'.repeat(100_000)}`, 'is nested deeper than 32 elements');
    await refused(Buffer.from(fileOf([first]).replace('&#252;', 'ü'), 'latin1'), 'must be in UTF-8');
    await refused('', 'is not well-formed XML');
  });
});
