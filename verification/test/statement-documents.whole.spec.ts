import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statementFile, type Entry } from './a-statement.js';
import { StatementBooks } from './statement-books.js';

const monday = '2026-11-02';
const entry = (id: string, debtor = 'Ada'): Entry => ({
  id,
  day: monday,
  amount: '25.00',
  more: `<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${debtor}</Nm></Dbtr></RltdPties></TxDtls></NtryDtls>`,
});
const declared = (xml: string, encoding: string): string => xml.replace('encoding="UTF-8"', `encoding='${encoding}'`);

describe('a camt.053 file', () => {
  const books = new StatementBooks();
  beforeAll(() => books.start());
  afterAll(() => books.stop());

  const debtorOf = async (iban: string): Promise<string | undefined> => {
    const { rows } = await books.client.query<{ name: string }>(
      `select e.debtor_name as name from entry e join account a using (account_id) where a.iban = $1 and e.debtor_name is not null`,
      [iban],
    );
    return rows[0]?.name;
  };

  it.each([
    ['ISO-8859-1', 'Müller', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]],
    ['iso-8859-15', 'Müller €', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0xa4]],
    ['windows-1252', 'Müller €', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80]],
    ['windows-1255', 'שלום', [0xf9, 0xec, 0xe5, 0xed]],
    ['ISO-8859-8', 'שלום', [0xf9, 0xec, 0xe5, 0xed]],
    ['windows-1256', 'سلام', [0xd3, 0xe1, 0xc7, 0xe3]],
    ['UTF-8', 'Müller', [...Buffer.from('Müller')]],
    // Declared wrongly, and written in UTF-8.
    ['ISO-8859-1', 'Müller €', [...Buffer.from('Müller €')]],
  ])('is read in %s, as its XML declaration says: %s', async (encoding, name, bytes) => {
    const iban = books.account();
    const [before, after] = declared(statementFile({ iban, entries: [entry('B1', '@')] }), encoding).split('@');
    await books.load(Buffer.concat([Buffer.from(before!), Buffer.from(bytes), Buffer.from(after!)]));
    expect(await debtorOf(iban)).toBe(name);
  });

  it.each([
    ['UTF-16, little endian, with a byte order mark', (xml: string) => Buffer.from(`\ufeff${declared(xml, 'UTF-16')}`, 'utf16le')],
    ['UTF-16, big endian, with a byte order mark', (xml: string) => Buffer.from(`\ufeff${declared(xml, 'UTF-16')}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', (xml: string) => Buffer.from(declared(xml, 'UTF-16'), 'utf16le')],
    ['UTF-8 with a byte order mark', (xml: string) => Buffer.from(`\ufeff${xml}`)],
  ])('is read in %s', async (_, encoded) => {
    const iban = books.account();
    await books.load(encoded(statementFile({ iban, entries: [entry('B1', 'Müller')] })));
    expect(await debtorOf(iban)).toBe('Müller');
  });

  it('in another encoding is refused by its name, and so are bytes that are not of the declared one', async () => {
    const iban = books.account();
    const xml = statementFile({ iban, entries: [entry('B1', 'Müller')] });
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
    expect(await books.refusal(iban, latin(declared(xml, 'IBM500')))).toContain('is declared to be in ibm500, which is not supported');
    expect(await books.refusal(iban, latin(xml))).toContain('must be in UTF-8, or declare its encoding');
    expect(await books.refusal(iban, Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00]))).toContain('has bytes that are not utf-16le');
    expect(await books.load(latin(declared(xml, 'ISO-8859-1')))).toMatchObject({ booked: 1 });
  });

  it('may be in an envelope beside an application header, with several documents; other messages in it are named', async () => {
    const iban = books.account();
    const documentOf = (messageId: string, id: string): string =>
      statementFile({ iban, messageId, entries: [entry(id)] }).replace(/^<\?xml.*?\?>/, '');
    const header = '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>1</BizMsgIdr></AppHdr>';
    const other = documentOf('M3', 'B3').replaceAll('camt.053', 'camt.054').replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn');
    const report = await books.load(
      `<e:Exchange xmlns:e="urn:bank"><e:Body>${header}${documentOf('M1', 'B1')}${documentOf('M2', 'B2')}${other}</e:Body></e:Exchange>`,
    );
    expect(report).toMatchObject({ booked: 2, needsAttention: true });
    expect(report.items).toContainEqual({
      reason: 'other-message',
      what: 'the Document in line 1, urn:iso:std:iso:20022:tech:xsd:camt.054.001.08',
    });
    expect(await books.load(`<Body>${header}${documentOf('M1', 'B1')}</Body>`)).toMatchObject({ lines: 0, needsAttention: false });
    expect(await books.refusal(iban, `<Body>${header}${other}</Body>`)).toContain('must be camt.053.001.02 or later, with a BkToCstmrStmt');
  });

  it('has every message and entry read or named: a second message in a document, one without a document, an entry in an unknown element', async () => {
    const iban = books.account();
    const file = (id: string, ...others: string[]): string => {
      const [message, ...more] = [id, ...others].map((one) => statementFile({ iban, messageId: `M${one}`, entries: [entry(one)] }));
      const parts = more.map((one) => /<BkToCstmrStmt>.*<\/BkToCstmrStmt>/s.exec(one)![0]);
      return message!.replace('</Document>', `${parts.join('')}</Document>`);
    };
    expect(await books.load(file('C1', 'C2'))).toMatchObject({ booked: 2, needsAttention: false });
    const left = async (xml: string): Promise<string[]> => {
      const report = await books.load(xml);
      expect(report).toMatchObject({ booked: 1, needsAttention: true });
      return report.items.filter(({ reason }) => /other-message|stray-entry/.test(reason)).map(({ what }) => what);
    };
    const report = '<BkToCstmrAcctRpt><Rpt><Ntry/></Rpt></BkToCstmrAcctRpt>';
    const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
    expect(await left(file('D1').replace('</Document>', `${report}</Document>`))).toEqual([`the BkToCstmrAcctRpt in line 1, ${namespace}`]);
    const bare = report.replace('Rpt>', 'Rpt xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08">');
    expect(await left(`<Body>${bare}${file('E1').replace(/^<\?xml.*?\?>/, '')}</Body>`)).toEqual([
      'the BkToCstmrAcctRpt in line 1, urn:iso:std:iso:20022:tech:xsd:camt.052.001.08',
    ]);
    const wrapped = file('F1').replace('</Stmt>', '<Entries><Ntry/><Ntry/></Entries></Stmt><Old><Ntry/></Old>');
    expect(await left(wrapped)).toEqual([...Array<string>(2).fill('the Ntry in line 1, in Entries'), 'the Ntry in line 1, in Old']);
  });

  it('may name its account by an IBAN in Othr; for any other number --account says which one it is', async () => {
    const iban = books.account();
    const named = (messageId: string, other: string): string =>
      statementFile({ iban: '@', messageId, entries: [entry(messageId)] }).replace('<IBAN>@</IBAN>', `<Othr><Id>${other}</Id></Othr>`);
    expect(await books.load(named('M1', iban))).toMatchObject({ booked: 1 });
    expect(await books.refusal(iban, named('M2', '4711'))).toContain(
      'the statement names the account 4711: accounts are found by their IBAN, which --account gives',
    );
    expect(await books.load(named('M2', '4711'), { account: iban })).toMatchObject({ booked: 1 });
    const two = (other: string): string =>
      named(`${other}-1`, '4711').replace('</Stmt>', `</Stmt>${/<Stmt>.*<\/Stmt>/s.exec(named(`${other}-2`, other))![0]}`);
    expect(await books.refusal(iban, two('4712'), { account: iban })).toContain(
      'is 4712, and another statement of the file is of the account 4711',
    );
    expect(await books.load(two('4711'), { account: iban })).toMatchObject({ booked: 2 });
    const grouped = iban.toLowerCase().replace(/(.{4})/g, '$1 ');
    expect(await books.load(named('M3', grouped), { account: books.account() })).toMatchObject({ booked: 1 });
    expect(await books.entries(iban)).toHaveLength(5);
  });

  it('is refused with a document type and what is in it, cut off, of another message, or nested too deeply', async () => {
    const iban = books.account();
    const laughs = '<!DOCTYPE Document [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
    const file = statementFile({ iban, entries: [{ ...entry('B1'), more: '<AddtlNtryInf>&b;</AddtlNtryInf>' }] });
    expect(await books.refusal(iban, file.replace('<Document', `${laughs}<Document`))).toContain('DOCTYPE');
    expect(await books.refusal(iban, file)).toContain('is not well-formed XML');
    expect(await books.refusal(iban, file.replace('&b;', '').slice(0, -20))).toContain('is not well-formed XML');
    expect(await books.refusal(iban, file.replace('&b;', '').replace('camt.053', 'camt.054'))).toContain(
      'must be camt.053.001.02 or later',
    );
    expect(await books.refusal(iban, '<a>'.repeat(100_000))).toContain('is nested deeper than 32 elements');
    expect(await books.refusal(iban, '')).toContain('is not well-formed XML');
    expect(await books.load(file.replace('&b;', ''))).toMatchObject({ booked: 1 });
  });

  it('is loaded by the command, which says what it has left out; its exit code is 0, 1 where the file is refused, and 2 where the operator must look', async () => {
    const iban = books.account();
    const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));
    const path = join(books.files.path, 'by-command.xml');
    const openbank = (xml: string, ...options: string[]): Promise<{ code: number; out: string; err: string }> =>
      new Promise((settle) => {
        writeFileSync(path, xml);
        const args = [program, 'load', 'ais-pis', path, '--database-url', books.url, ...options];
        execFile(process.execPath, args, (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        });
      });
    const entries: Entry[] = [
      { reference: '1', day: monday, amount: '25.00' },
      { day: monday, amount: '0.00' },
    ];
    const loaded = await openbank(statementFile({ iban, entries }));
    expect(loaded).toMatchObject({ code: 0, err: '' });
    expect(loaded.out).toMatch(/^2 lines loaded into ais-pis/);
    expect(loaded.out).toContain('1 left out, an amount of zero books nothing: entry 2 (no reference)\n');
    expect((await openbank(statementFile({ iban, entries }))).out).toMatch(
      /^Nothing new: 1 entry was already known\.\n1 loaded before, nothing of it is booked again: statement 1 /,
    );
    const again = statementFile({ iban, messageId: 'M2', entries });
    expect(await openbank(again)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('entry 1 (NtryRef 1): 25.00 EUR') });
    expect(await openbank(again, '--equal-entries', 'same', '--json')).toMatchObject({
      code: 0,
      out: expect.stringContaining('"equal-entry"'),
    });
    const unknown = statementFile({ iban, messageId: 'M3', entries: [{ day: monday, amount: '1.00', status: 'POSTED' }] });
    expect(await openbank(unknown)).toMatchObject({ code: 2, out: expect.stringContaining('entry 1 (no reference): status POSTED') });
    expect(await openbank(again, '--equal-entries', 'maybe')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Allowed choices are new, same'),
    });
  });
});
