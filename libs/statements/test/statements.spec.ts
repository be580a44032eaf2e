import type { CsvForm } from '@open-banking/http';
import { eventLoopTurnsDuring } from '@open-banking/testing';
import {
  camt053 as camt053Bytes,
  csvTable as csvBytes,
  plainCell,
  amountCells,
  accountCell,
  jsonCell,
  type CamtStatement,
  type ListedEntry,
} from '../src/index.js';

const csvTable = async <Entry extends object>(...given: Parameters<typeof csvBytes<Entry>>): Promise<string> =>
  (await csvBytes(...given)).toString();
const camt053 = async (statement: CamtStatement): Promise<string> => (await camt053Bytes(statement)).toString();
const table = async (text: string) =>
  (await csvTable({ text: plainCell }, [{ bookingStatus: 'booked', entries: [{ text }] }])).split('\r\n')[1];

describe('a cell of a CSV statement', () => {
  it.each(['=1+1', '+972 3 555', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', "'quoted"])(
    'has an apostrophe before a text that a spreadsheet may take for a formula, or that begins with one: %j',
    async (text) => {
      expect(JSON.stringify((await table(text))!.slice('booked,'.length).replace(/^"|"$/g, ''))).toBe(JSON.stringify(`'${text}`));
    },
  );

  it('has any other text, and the sign of an amount, as they are', async () => {
    for (const text of ['Shop', 'a=b', '2026-11-24', 'דנה לוי', '']) expect(await table(text)).toBe(`booked,${text}`);
    const amounts = async (amount: string) =>
      (await csvTable({ sum: amountCells }, [{ bookingStatus: 'booked', entries: [{ sum: { amount, currency: 'EUR' } }] }])).split(
        '\r\n',
      )[1];
    expect(await amounts('-12.50')).toBe('booked,-12.50,EUR');
    expect(await amounts('-12+A1')).toBe("booked,'-12+A1,EUR");
  });

  it.each([
    ['0000000000000002', true],
    ['20261128000000000001', true],
    ['0108000000099999999', true],
    ['12E4', true],
    ['3/4', true],
    ['1.10', true],
    ['٠٠١', true],
    ['2026-11-24', false],
    ['T000000001', false],
    ['DE89370400440532013000', false],
    ['411111******1111', false],
    ['', false],
    ['...', false],
  ])('of digits has an apostrophe before it where the client asks for digits as texts: %j', async (text, isMarked) => {
    const fields = { text: plainCell, account: accountCell, sum: amountCells };
    const entries = [{ text, account: { bban: text }, sum: { amount: '-12.50', currency: 'EUR' } }] as never[];
    const lineOf = async (form?: CsvForm) =>
      (await csvTable<Record<'text' | 'account' | 'sum', never>>(fields, [{ bookingStatus: 'booked', entries }], form)).split('\r\n')[1];
    const marked = isMarked ? `'${text}` : text;
    expect(await lineOf({ digits: 'text', bom: 'absent' })).toBe(`booked,${marked},${marked},-12.50,EUR`);
    expect(await lineOf()).toBe(`booked,${text},${text},-12.50,EUR`);
  });

  it('follows a byte order mark where the client asks for one', async () => {
    const bytes = await csvBytes({ text: plainCell }, [], { digits: 'plain', bom: 'present' });
    expect(bytes.toString('hex')).toBe(Buffer.from('\ufeffbookingStatus,text\r\n').toString('hex'));
    expect((await csvBytes({ text: plainCell }, [])).toString()).toBe('bookingStatus,text\r\n');
  });

  it('is quoted where it has a separator, a quote or the end of a line', async () => {
    expect(await table('a,b')).toBe('booked,"a,b"');
    expect(await table('a;b')).toBe('booked,"a;b"');
    expect(await table('say "no"')).toBe('booked,"say ""no"""');
    expect(await csvTable({ text: plainCell }, [{ bookingStatus: 'booked', entries: [{ text: 'a\r\nb' }] }])).toBe(
      'bookingStatus,text\r\nbooked,"a\r\nb"\r\n',
    );
  });

  it('is empty where the field is missing; an account is its number, a list is JSON', async () => {
    const fields = { text: plainCell, account: accountCell, list: jsonCell, sum: amountCells };
    const entries = [{}, { account: { maskedPan: '411111******1111' }, list: [{ a: 1 }] }] as never[];
    expect(
      (await csvTable<Record<'text' | 'account' | 'list' | 'sum', never>>(fields, [{ bookingStatus: 'pending', entries }])).split('\r\n'),
    ).toEqual(['bookingStatus,text,account,list,sum.amount,sum.currency', 'pending,,,,,', 'pending,,411111******1111,"[{""a"":1}]",,', '']);
  });
});

describe('a camt.053 statement', () => {
  const written = (entry: Partial<ListedEntry>, ownerName?: string, given: Partial<CamtStatement> = {}): Promise<string> =>
    camt053({
      of: ['/a'],
      createdAt: new Date('2026-11-24T10:00:00Z'),
      timeZone: 'Asia/Jerusalem',
      page: 1,
      isLast: true,
      from: '2026-11-01',
      to: '2026-11-24',
      account: { iban: 'DE89370400440532013000', currency: 'EUR' },
      cashAccountType: 'CACC',
      ownerName,
      balances: [],
      lists: [{ status: 'BOOK', entries: [{ transactionId: 't1', transactionAmount: { currency: 'EUR', amount: '-1.50' }, ...entry }] }],
      ...given,
    });

  it('escapes texts and leaves out what XML 1.0 has no character for', async () => {
    const xml = await written({ creditorName: 'A & B <c> "d" ]]> \u0000\u0008\uFFFF\uD800x\u{1F600}', additionalInformation: 'a\r\nb\t' });
    expect(xml).toContain('<Nm>A &amp; B &lt;c&gt; &quot;d&quot; ]]&gt; \uFFFDx\u{1F600}</Nm>');
    expect(xml).toContain('<AddtlNtryInf>a&#13;\nb\t</AddtlNtryInf>');
    expect((await written({ creditorName: '</Nm><Ntry>' })).match(/<Ntry>/g)).toHaveLength(1);
  });

  it('cuts texts at the length of the schema between characters, and continues free text in a further element', async () => {
    const shin = 'ש\u05c1';
    expect(await written({}, `${'a'.repeat(139)}${shin}`)).toContain(`<Nm>${'a'.repeat(139)}</Nm>`);
    expect(await written({ remittanceInformationUnstructured: `${'a'.repeat(139)}${shin}b` })).toContain(
      `<Ustrd>${'a'.repeat(139)}</Ustrd><Ustrd>${shin}b</Ustrd>`,
    );
    expect(await written({}, '\u{1F600}'.repeat(150))).toContain(`<Nm>${'\u{1F600}'.repeat(140)}</Nm>`);
    expect(await written({ remittanceInformationUnstructured: `${'a'.repeat(140)}${'b'.repeat(10)}` })).toContain(
      `<Ustrd>${'a'.repeat(140)}</Ustrd><Ustrd>${'b'.repeat(10)}</Ustrd>`,
    );
  });

  it('has a bank transaction code in its three parts, and any other as the bank’s own', async () => {
    expect(await written({ bankTransactionCode: 'PMNT-ICDT-ESCT' })).toContain(
      '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>',
    );
    expect(await written({ bankTransactionCode: 'whatever else' })).toContain('<BkTxCd><Prtry><Cd>whatever else</Cd></Prtry></BkTxCd>');
  });

  it("writes each time with the bank's offset, so that it is of the same day as the entries", async () => {
    const times = async (given: Partial<CamtStatement>): Promise<string[]> =>
      [...(await written({}, undefined, given)).matchAll(/<\w+DtTm>([^<]+)/g)].map(([, time]) => time!);
    const created = '2026-11-28T00:30:00.000+02:00';
    expect(await times({ createdAt: new Date('2026-11-27T22:30:00Z') })).toEqual([
      created,
      created,
      '2026-11-01T00:00:00+02:00',
      '2026-11-24T23:59:59+02:00',
    ]);
    expect((await times({ from: '2026-10-24', to: '2026-10-25' })).slice(2)).toEqual([
      '2026-10-24T00:00:00+03:00',
      '2026-10-25T23:59:59+02:00',
    ]);
    expect((await times({ timeZone: 'UTC' })).slice(1, 3)).toEqual(['2026-11-24T10:00:00.000+00:00', '2026-11-01T00:00:00+00:00']);
    expect(await times({ from: undefined })).toHaveLength(2);
  });

  it('has no page number where it is unknown, and the same ids for the same request', async () => {
    expect(await written({})).toContain('<StmtPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>');
    expect(await written({}, undefined, { page: undefined })).not.toContain('StmtPgntn');
    const id = (xml: string) => /<Stmt><Id>([^<]+)/.exec(xml)![1];
    expect(id(await written({}))).toBe(id(await written({}, 'Name')));
    expect(id(await written({}))).not.toBe(id(await written({}, undefined, { to: '2026-11-23' })));
  });
});

describe('a statement of 2,000 entries', () => {
  const entries = Array.from({ length: 2_000 }, (_, at) => ({
    transactionId: `t${at}`,
    transactionAmount: { currency: 'EUR', amount: '-1.50' },
  }));
  const camt = (listed: readonly ListedEntry[]) =>
    camt053({
      of: ['/a'],
      createdAt: new Date('2026-11-24T10:00:00Z'),
      timeZone: 'Asia/Jerusalem',
      page: 1,
      isLast: true,
      from: undefined,
      to: '2026-11-24',
      account: { iban: 'DE89370400440532013000', currency: 'EUR' },
      cashAccountType: 'CACC',
      ownerName: undefined,
      balances: [],
      lists: [{ status: 'BOOK', entries: listed }],
    });
  const csv = (listed: readonly ListedEntry[]) =>
    csvTable<Pick<ListedEntry, 'transactionId'>>({ transactionId: plainCell }, [{ bookingStatus: 'booked', entries: listed }]);

  it.each([
    ['camt.053', camt, /<Ntry>.*?<AcctSvcrRef>([^<]+)/g],
    ['a table', csv, /^booked,(.*)\r$/gm],
  ] as const)('is written as %s in many turns of the event loop, and has all entries in their order', async (_, write, entry) => {
    const written = write(entries);
    expect(await eventLoopTurnsDuring(written)).toBeGreaterThan(10);
    expect([...(await written).matchAll(entry)].map(([, id]) => id)).toEqual(entries.map(({ transactionId }) => transactionId));
    expect(await eventLoopTurnsDuring(write(entries.slice(0, 100)))).toBe(0);
  });
});
