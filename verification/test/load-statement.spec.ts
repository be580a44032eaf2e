import { closingBalance, statementFile, type Entry } from './a-statement.js';
import { StatementBooks } from './statement-books.js';

const [monday, tuesday] = ['2026-11-02', '2026-11-03'];
const reasonsOf = ({ items }: { readonly items: readonly { readonly reason: string; readonly what: string }[] }): string[] =>
  items.map(({ reason, what }) => `${reason}: ${what}`);

describe('openbank load ais-pis with a camt.053 statement', () => {
  const books = new StatementBooks();
  beforeAll(() => books.start());
  afterAll(() => books.stop());

  const first: Entry = {
    id: 'B1',
    day: monday,
    amount: '100.00',
    more: `<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>M&#252;ller &amp; Co</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>Invoice </Ustrd><Ustrd>17</Ustrd></RmtInf></TxDtls></NtryDtls>`,
  };
  const columnsOf = async (iban: string, columns: string): Promise<unknown> => {
    const { rows } = await books.client.query(
      `select ${columns} from entry e join account a using (account_id) where a.iban = $1 order by e.booking_date desc, e.entry_reference desc limit 1`,
      [iban],
    );
    return rows[0];
  };

  it('books its entries with their days, parties, texts and codes, newest first or oldest first, and the account’s balance', async () => {
    const iban = books.account();
    const second: Entry = { id: 'B2', day: tuesday, amount: '-63.50' };
    const report = await books.load(statementFile({ iban, entries: [second, first], balances: closingBalance('1036.50', tuesday) }));
    expect(report).toEqual({ lines: 3, booked: 2, known: 0, items: [], needsAttention: false });
    expect(await books.entries(iban)).toMatchObject([
      { id: 'B1', day: monday, amount: '100.00', balance: '1100.00' },
      { id: 'B2', day: tuesday, amount: '-63.50', balance: '1036.50' },
    ]);
    const { rows } = await books.client.query(
      `select e.value_date::text, e.bank_transaction_code, e.debtor_name, e.debtor_account, e.end_to_end_id, e.remittance_unstructured, b.booked::text, b.booked_before::text
      from entry e join account a using (account_id) join account_balance b using (account_id) where a.iban = $1 and e.transaction_id = 'B1'`,
      [iban],
    );
    expect(rows[0]).toEqual({
      value_date: monday,
      bank_transaction_code: 'PMNT-RCDT-ESCT',
      debtor_name: 'Müller & Co',
      debtor_account: { iban: 'DE02120300000000202051' },
      end_to_end_id: null,
      remittance_unstructured: 'Invoice 17',
      booked: '1036.50',
      booked_before: '1100.00',
    });
  });

  it.each(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'])('takes version camt.053.001.%s', async (version) => {
    const iban = books.account();
    const status = Number(version) < 7 ? 'BOOK' : '<Cd>BOOK</Cd>';
    expect(await books.load(statementFile({ iban, version, entries: [{ ...first, status }] }))).toMatchObject({ booked: 1 });
  });

  it('names and counts what it leaves out, and books what follows; only an unknown status asks for attention', async () => {
    const iban = books.account();
    const entries: Entry[] = [
      { id: 'Z1', day: monday, amount: '0.00' },
      { id: 'P1', day: monday, amount: '-7.00', status: '<Cd>PDNG</Cd>' },
      { reference: '3', day: monday, amount: '8.00', status: 'INFO' },
      { id: 'F1', day: '2026-12-24', amount: '9.00', status: '<Cd>FUTR</Cd>' },
      { id: 'B1', day: monday, amount: '25.00' },
    ];
    const balances = closingBalance('1025.00', monday);
    const report = await books.load(statementFile({ iban, entries, balances }));
    expect(report).toMatchObject({ lines: 2, booked: 1, needsAttention: false });
    expect(reasonsOf(report)).toEqual([
      'zero: entry 1 (AcctSvcrRef Z1)',
      'not-booked: entry 2 (AcctSvcrRef P1): pending',
      'not-booked: entry 3 (NtryRef 3): information',
      'not-booked: entry 4 (AcctSvcrRef F1): future',
    ]);
    const others = ['', '<Cd>POST</Cd>'].map((status, index) => ({ id: `U${index}`, day: monday, amount: '1.00', status }));
    const unknown = await books.load(statementFile({ iban, messageId: 'M2', entries: others }));
    expect(unknown).toMatchObject({ lines: 0, needsAttention: true });
    expect(reasonsOf(unknown)).toEqual([
      'unknown-status: entry 1 (AcctSvcrRef U0): no status',
      'unknown-status: entry 2 (AcctSvcrRef U1): status POST',
    ]);
  });

  it('books an entry that the bank booked late on the account’s last day, where the closing balance confirms it, and knows it again', async () => {
    const iban = books.account();
    await books.load(statementFile({ iban, entries: [{ id: 'B1', day: tuesday, amount: '25.00' }] }));
    const late = { id: 'B2', day: monday, valueDay: monday, amount: '-5.00' };
    const entries = [late, { id: 'B3', day: tuesday, amount: '1.00' }];
    expect(await books.refusal(iban, statementFile({ iban, messageId: 'M2', entries }))).toContain(
      `entry 1 (AcctSvcrRef B2): Ntry/BookgDt: must not be before ${tuesday}`,
    );
    const report = await books.load(statementFile({ iban, messageId: 'M2', entries, balances: closingBalance('1021.00', tuesday) }));
    expect(reasonsOf(report)).toEqual([`moved: entry 1 (AcctSvcrRef B2), of ${monday} on ${tuesday}`]);
    expect(await books.entries(iban)).toMatchObject([
      { id: 'B1', balance: '1025.00' },
      { id: 'B2', day: tuesday, balance: '1020.00' },
      { id: 'B3', day: tuesday, balance: '1021.00' },
    ]);
    expect(await books.load(statementFile({ iban, messageId: 'M3', entries: [late] }))).toMatchObject({ booked: 0, needsAttention: false });
  });

  it('refuses a statement in another currency than its account, also one whose entries are known, and counts what is known', async () => {
    const iban = books.account();
    const inCurrency = (currency: string) =>
      statementFile({ iban, currency, entries: [first, { id: 'B2', day: tuesday, amount: '1.00' }] });
    expect(await books.load(inCurrency('EUR'))).toMatchObject({ booked: 2, known: 0 });
    expect(await books.load(inCurrency('EUR'))).toMatchObject({ lines: 0, booked: 0, known: 2, needsAttention: false });
    expect(await books.refusal(iban, inCurrency('ILS'))).toBe("statement.xml:1: Acct/Ccy: must be EUR, the account's currency; it is ILS");
    const again = statementFile({ iban, messageId: 'M2', entries: [first] });
    expect(await books.load(again)).toMatchObject({ booked: 0, known: 1 });
  });

  it('names file, line and entry of everything that does not fit, once, and loads nothing', async () => {
    const iban = books.account();
    const fileWith = (entry: Entry, balances = ''): string => statementFile({ iban, entries: [{ ...first, id: 'C0' }, entry], balances });
    const closing = closingBalance('1101.00', tuesday);
    for (const [entry, fault] of [
      [{ id: 'C1', day: '2026-11-31', amount: '1.00' }, 'BookgDt: must be a date as YYYY-MM-DD'],
      [{ id: 'C1', day: tuesday, amount: '1,00' }, 'Ntry/Amt: must be a decimal number without sign'],
      [{ id: 'C1', day: tuesday, amount: '1.005' }, 'Ntry/Amt: has more than the 2 decimal places of EUR'],
      [{ id: 'C1', day: tuesday, amount: '1.00', currency: 'USD' }, "Ntry/Amt: must be in EUR, the account's currency: ask the bank"],
    ] as const) {
      const refusal = await books.refusal(iban, fileWith(entry, closing));
      expect(refusal).toMatch(/^statement\.xml:1: entry 2 \(AcctSvcrRef C1\): /);
      expect(refusal).toContain(fault);
      expect(refusal.split('statement.xml:')).toHaveLength(2);
    }
    const fine = { id: 'C1', day: tuesday, amount: '1.00' };
    expect(await books.refusal(iban, fileWith(fine, closingBalance('1400.00', tuesday)))).toBe(
      `statement.xml:1: Bal: must be 1101.00, the balance in the books after these entries; it is 1400.00 on ${tuesday}. ` +
        'The difference of 299.00 is in statements that are not loaded yet, or in entries that are left out',
    );
    expect(await books.refusal(iban, statementFile({ iban: 'DE89370400440532013000', entries: [] }))).toContain(
      'Acct/Id/IBAN: must be the IBAN of a loaded account; none has DE89370400440532013000',
    );
    expect(await books.load(fileWith(fine, closing))).toMatchObject({ booked: 2 });
    expect(
      await books.refusal(iban, statementFile({ iban, messageId: 'M2', entries: [{ ...first, id: 'C0', amount: '101.00' }] })),
    ).toContain(`is booked already, with 100.00 on ${monday}`);
    expect(await books.refusal(iban, statementFile({ iban, messageId: 'M2', entries: [{ ...first, id: 'C2' }] }))).toContain(
      `must not be before ${tuesday}`,
    );
  });

  it('takes an amount with the decimals of its currency, however it is written', async () => {
    const [euro, yen] = [books.account(), books.account('JPY')];
    const amounts = ['8.850', '12', '+1.5', '.5', '0007.00'];
    await books.load(statementFile({ iban: euro, entries: amounts.map((amount) => ({ day: monday, amount })) }));
    expect(await books.amounts(euro)).toEqual(['8.85', '12.00', '1.50', '0.50', '7.00']);
    await books.load(statementFile({ iban: yen, entries: [{ day: monday, amount: '100.00', currency: 'JPY' }] }));
    expect(await books.amounts(yen)).toEqual(['100']);
  });

  it('takes a batch as one entry that says how many transactions it has, however their amounts are given', async () => {
    const iban = books.account();
    const batch = (amount: string): string =>
      `<NtryDtls><TxDtls>${amount}</TxDtls><TxDtls>${amount}</TxDtls></NtryDtls><AddtlNtryInf>Salaries</AddtlNtryInf>`;
    const inEuro = '<Amt Ccy="EUR">2.00</Amt>';
    for (const [index, more] of [
      batch(''),
      batch(`<AmtDtls><TxAmt>${inEuro}</TxAmt></AmtDtls>`),
      batch(`<AmtDtls><InstdAmt>${inEuro}</InstdAmt></AmtDtls>`),
      '<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch></NtryDtls><AddtlNtryInf>Salaries</AddtlNtryInf>',
    ].entries()) {
      await books.load(statementFile({ iban, messageId: `M${index}`, entries: [{ id: `B${index}`, day: monday, amount: '4.00', more }] }));
      expect(await columnsOf(iban, 'additional_information')).toEqual({ additional_information: 'Salaries; 2 transactions' });
    }
  });

  it('keeps the other party’s account where it is no IBAN, the creditor identifier, the exchange rate, and what the bank adds to the transaction', async () => {
    const iban = books.account();
    const rate = { sourceCurrency: 'ILS', targetCurrency: 'EUR', unitCurrency: 'EUR', exchangeRate: '3.95', quotationDate: monday };
    const exchange = `<CcyXchg><SrcCcy>ILS</SrcCcy><TrgtCcy>EUR</TrgtCcy><UnitCcy>EUR</UnitCcy><XchgRate>3.95</XchgRate><QtnDt>${monday}T09:00:00</QtnDt></CcyXchg>`;
    const details = (creditor: string, account: string): string =>
      `<NtryDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">4.00</Amt>${exchange}</TxAmt></AmtDtls><RltdPties><Cdtr><Pty><Nm>City</Nm><Id><PrvtId><Othr><Id>${creditor}</Id></Othr></PrvtId></Id></Pty></Cdtr>` +
      `<CdtrAcct><Id>${account}</Id></CdtrAcct></RltdPties><RtrInf><Rsn><Cd>AC06</Cd></Rsn></RtrInf><AddtlTxInf>Rent</AddtlTxInf></TxDtls></NtryDtls>`;
    for (const [index, [account, stored]] of [
      ['<Othr><Id>0108000000099999999</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>', { bban: '0108000000099999999' }],
      [
        '<Othr><Id>12-345</Id><SchmeNm><Prtry>OWN</Prtry></SchmeNm></Othr>',
        { other: { identification: '12-345', schemeNameProprietary: 'OWN' } },
      ],
      ['<IBAN>DE00120300000000202051</IBAN>', { other: { identification: 'DE00120300000000202051' } }],
    ].entries() as Iterable<[number, [string, object]]>) {
      await books.load(
        statementFile({
          iban,
          messageId: `M${index}`,
          entries: [{ id: `B${index}`, day: monday, amount: '-4.00', more: details('DE98ZZZ09999999999', account) }],
        }),
      );
      expect(await columnsOf(iban, 'creditor_id, creditor_account, additional_information, currency_exchange')).toEqual({
        creditor_id: 'DE98ZZZ09999999999',
        creditor_account: stored,
        additional_information: 'Rent; AC06',
        currency_exchange: [rate],
      });
    }
  });

  const numbered: Entry = { reference: '1', day: monday, amount: '25.00' };

  it('refuses a statement that comes again with the same MsgId and Id and other content, where no AcctSvcrRef proves it, until the operator decides', async () => {
    const iban = books.account();
    await books.load(statementFile({ iban, entries: [numbered] }));
    const corrected = statementFile({
      iban,
      entries: [
        { ...numbered, amount: '52.00' },
        { id: 'A9', day: monday, amount: '1.00' },
      ],
    });
    const refusal = await books.refusal(iban, corrected);
    expect(refusal).toContain('has the MsgId and Id of a statement that was loaded, with other content');
    expect(refusal).toContain(`entry 1 (NtryRef 1): 52.00 EUR on ${monday}`);
    expect(refusal).toContain('--equal-entries new');
    expect(refusal).not.toContain('entry 2');
    const paged = corrected.replace('</MsgId>', '</MsgId><MsgPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></MsgPgntn>');
    expect(await books.load(paged)).toMatchObject({ booked: 2 });
    expect(await books.load(corrected, { equalEntries: 'new' })).toMatchObject({ booked: 1 });
    expect(await books.amounts(iban)).toEqual(['25.00', '52.00', '1.00', '52.00']);
    expect(await books.load(corrected)).toMatchObject({ lines: 0 });
  });

  it('says of a statement that is loaded again that entries were left out as the same, with where to read how they are booked', async () => {
    const iban = books.account();
    await books.load(statementFile({ iban, entries: [numbered] }));
    const other = statementFile({ iban, messageId: 'M2', entries: [numbered] });
    await books.load(other, { equalEntries: 'same' });
    expect((await books.load(other)).items[0]!.what).toContain(
      'with --equal-entries same. If one of the entries left out is missing, see docs/',
    );
    await books.load(other.replace('<MsgId>M2', '<MsgId>M2-missing'), { equalEntries: 'new' });
    expect(await books.amounts(iban)).toEqual(['25.00', '25.00']);
  });

  it('books a statement once for two commands that load it at once; one of them is refused', async () => {
    const iban = books.account();
    const file = statementFile({ iban, entries: [numbered, { day: monday, amount: '-7.00' }] });
    const outcomes = await Promise.allSettled([books.load(file), books.load(file)]);
    // The second one may also begin when the numbered one has ended, and then finds the statement known.
    const booked = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.booked : 0)).toSorted();
    expect(booked).toEqual([0, 2]);
    expect(await books.amounts(iban)).toEqual(['25.00', '-7.00']);
    expect(await books.load(file)).toMatchObject({ lines: 0 });
  });

  it('is refused while another command loads a statement of the account, and the message says to load the file again', async () => {
    const iban = books.account();
    const file = (messageId: string): string => statementFile({ iban, messageId, entries: [{ ...numbered, id: messageId }] });
    await books.client.query(`select pg_advisory_lock(hashtext('load a statement'), hashtext($1))`, [iban]);
    expect(await books.refusal(iban, file('M1'))).toContain('another load of the account runs at the same time: load the file again');
    await books.client.query(`select pg_advisory_unlock_all()`);
    const outcomes = await Promise.allSettled([books.load(file('M1'), {}, 'one.xml'), books.load(file('M2'), {}, 'two.xml')]);
    for (const one of outcomes) if (one.status === 'rejected') expect(String(one.reason)).toContain('load the file again');
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  });
});
