import { closingBalance, statementFile, type Entry } from './a-statement.js';
import { StatementBooks } from './statement-books.js';

const [monday, tuesday] = ['2026-11-02', '2026-11-03'];
const first: Entry = { reference: '1', day: monday, amount: '25.00' };
const reasonsOf = ({ items }: { readonly items: readonly { readonly reason: string }[] }): string[] => items.map(({ reason }) => reason);

describe('an entry of a loaded camt.053 statement', () => {
  const books = new StatementBooks();
  beforeAll(() => books.start());
  afterAll(() => books.stop());

  it('is booked once however often its statement is loaded: from the same bytes, and from another file with the same MsgId, Id and entries', async () => {
    const iban = books.account();
    const file = statementFile({ iban, entries: [first, { day: monday, amount: '-7.00' }] });
    expect(await books.load(file)).toMatchObject({ lines: 3, booked: 2 });
    const entries = await books.entries(iban);
    for (const again of [file, file.replace('<Stmt>', '\n<Stmt><!-- made again -->')]) {
      const report = await books.load(again);
      expect(report).toMatchObject({ lines: 0, booked: 0, needsAttention: false });
      expect(report.items).toEqual([{ reason: 'known-statement', what: 'statement 1 (MsgId M1, Id S1) with 2 entries' }]);
    }
    expect(await books.entries(iban)).toEqual(entries);
  });

  it('is left out if its unique AcctSvcrRef is booked, so that an overlapping statement adds only what is new', async () => {
    const iban = books.account();
    const [a, b, c] = ['A1', 'A2', 'A3'].map((id, index) => ({ id, day: index < 2 ? monday : tuesday, amount: '25.00' }));
    expect(await books.load(statementFile({ iban, entries: [a!, b!] }))).toMatchObject({ booked: 2 });
    const report = await books.load(statementFile({ iban, messageId: 'M2', entries: [b!, c!] }));
    expect(report).toMatchObject({ booked: 1, needsAttention: false });
    expect(report.items.map(({ what }) => what)).toContain('entry 1 (AcctSvcrRef A2)');
    expect(await books.entries(iban)).toMatchObject([{ id: 'A1' }, { id: 'A2' }, { id: 'A3', day: tuesday }]);
  });

  it('is never left out because an entry of another statement equals it: the operator says which case it is, and the audit has it', async () => {
    const iban = books.account();
    await books.load(statementFile({ iban, entries: [first] }));
    const other = statementFile({ iban, messageId: 'M2', entries: [first, { reference: '2', day: monday, amount: '-1.00' }] });
    const refusal = await books.refusal(iban, other);
    expect(refusal).toContain(`entry 1 (NtryRef 1): 25.00 EUR on ${monday}, like the transactionId 1`);
    expect(refusal).toContain('--equal-entries new');
    expect(refusal).not.toContain('entry 2');

    expect(await books.load(other, { equalEntries: 'new', operator: 'dana' })).toMatchObject({ booked: 2 });
    expect(await books.amounts(iban)).toEqual(['25.00', '25.00', '-1.00']);
    const third = statementFile({ iban, messageId: 'M3', entries: [first, { reference: '3', day: monday, amount: '4.00' }] });
    const same = await books.load(third, { equalEntries: 'same', operator: 'dana' });
    expect(same).toMatchObject({ booked: 1, needsAttention: false });
    expect(reasonsOf(same)).toContain('equal-entry');
    expect(await books.amounts(iban)).toEqual(['25.00', '25.00', '-1.00', '4.00']);

    const { rows } = await books.client.query(
      `select a.operation, a.operator, s.equal_entries as said, s.booked_entries as booked from audit a join loaded_statement s on s.statement_id::text = a.subject order by a.audit_id`,
    );
    expect(rows).toEqual([
      { operation: 'loadEqualEntriesAsNew', operator: 'dana', said: 'new', booked: 2 },
      { operation: 'loadEqualEntriesAsSame', operator: 'dana', said: 'same', booked: 1 },
    ]);
  });

  // Each case: what is loaded first, what is loaded then, and the amounts in the books; undefined: the second file is refused.
  it.each<[string, Entry[][], Entry[][], string[] | undefined]>([
    [
      'references that begin again each day, with equal amounts',
      [[first, { ...first, reference: '2' }]],
      [
        [
          { ...first, day: tuesday },
          { ...first, reference: '2', day: tuesday, amount: '3.00' },
        ],
      ],
      ['25.00', '25.00', '25.00', '3.00'],
    ],
    ['two days of one amount in two statements of a file', [], [[first], [{ ...first, day: tuesday }]], ['25.00', '25.00']],
    ['two statements of a file with other amounts under one reference', [], [[first], [{ ...first, amount: '30.00' }]], ['25.00', '30.00']],
    ['an equal entry under one reference in two statements of a file', [], [[first], [first]], undefined],
    [
      'a reference that begins again within a day, and an equal entry under another one',
      [[first]],
      [
        [
          { ...first, amount: '9.00' },
          { ...first, reference: '2' },
        ],
      ],
      undefined,
    ],
    ['an equal entry under another NtryRef', [[first]], [[{ ...first, reference: '101' }]], undefined],
    [
      'an equal entry whose AcctSvcrRef is the NtryRef of the booked one',
      [[first]],
      [[{ id: '1', day: monday, amount: '25.00' }]],
      undefined,
    ],
    [
      'an equal entry under another AcctSvcrRef, and one of another amount under an AcctSvcrRef that was an NtryRef',
      [[{ ...first, id: 'A1' }]],
      [
        [
          { ...first, id: 'A2' },
          { ...first, id: 'A3', amount: '4.00' },
        ],
      ],
      ['25.00', '25.00', '4.00'],
    ],
    [
      'a payment and its fee under one AcctSvcrRef',
      [],
      [
        [
          { id: 'P1', day: monday, amount: '-100.00' },
          { id: 'P1', day: monday, amount: '-1.50' },
        ],
      ],
      ['-100.00', '-1.50'],
    ],
    [
      'a payment and its fee under one AcctSvcrRef, with NtryRef 1 and 2',
      [],
      [
        [
          { id: 'P1', reference: '1', day: monday, amount: '-100.00' },
          { id: 'P1', reference: '2', day: monday, amount: '-1.50' },
        ],
      ],
      ['-100.00', '-1.50'],
    ],
    [
      'two equal fees under one AcctSvcrRef',
      [],
      [[1, 2, 3].map(() => ({ id: 'P1', day: monday, amount: '-1.50' }))],
      ['-1.50', '-1.50', '-1.50'],
    ],
    [
      'a payment and its fee under one AcctSvcrRef, again in another statement',
      [
        [
          { id: 'P1', day: monday, amount: '-100.00' },
          { id: 'P1', day: monday, amount: '-1.50' },
        ],
      ],
      [
        [
          { id: 'P1', day: monday, amount: '-100.00' },
          { id: 'P1', day: monday, amount: '-1.50' },
        ],
      ],
      undefined,
    ],
    [
      'a fee under the AcctSvcrRef of a payment of another statement',
      [[{ id: 'P1', day: monday, amount: '-100.00' }]],
      [[{ id: 'P1', day: monday, amount: '-1.50' }]],
      undefined,
    ],
    [
      'equal entries without references in one statement',
      [],
      [
        [
          { day: monday, amount: '5.00' },
          { day: monday, amount: '5.00' },
        ],
      ],
      ['5.00', '5.00'],
    ],
    [
      'an equal entry without references in another statement',
      [[{ day: monday, amount: '5.00' }]],
      [[{ day: monday, amount: '5.00' }]],
      undefined,
    ],
    ['entries without references of two days', [[{ day: monday, amount: '5.00' }]], [[{ day: tuesday, amount: '5.00' }]], ['5.00', '5.00']],
    [
      'the placeholder NONREF in place of an AcctSvcrRef',
      [[{ id: 'NONREF', day: monday, amount: '5.00' }]],
      [
        [
          { id: 'NONREF', day: tuesday, amount: '5.00' },
          { id: 'NONREF', day: tuesday, amount: '6.00' },
        ],
      ],
      ['5.00', '5.00', '6.00'],
    ],
    [
      'an equal entry under NONREF',
      [[{ id: 'NONREF', day: monday, amount: '5.00' }]],
      [[{ id: 'NONREF', day: monday, amount: '5.00' }]],
      undefined,
    ],
  ])('%s', async (_, before, then, amounts) => {
    const iban = books.account();
    const camtMessage = (messageId: string, statements: Entry[][]): string =>
      statementFile({ iban, messageId, entries: statements[0]! }, ...statements.slice(1).map((entries) => ({ entries })));
    if (before.length > 0) await books.load(camtMessage('M1', before));
    const file = camtMessage('M2', then);
    if (amounts) {
      await books.load(file);
      expect(await books.amounts(iban)).toEqual(amounts);
    } else expect(await books.refusal(iban, file)).toContain('--equal-entries new');

    // Whatever was refused can be loaded either way, and once loaded it is known.
    if (!amounts) await books.load(file, { equalEntries: 'new' });
    const all = [...before, ...then].flat().length;
    expect(await books.entries(iban)).toHaveLength(all);
    expect(await books.load(file)).toMatchObject({ lines: 0, needsAttention: false });
    const ids = (await books.entries(iban)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(all);
  });

  it('keeps the id that the previous release gave it: AcctSvcrRef, that of its first transaction, or NtryRef', async () => {
    const iban = books.account();
    const inDetails = '<NtryDtls><TxDtls><Refs><AcctSvcrRef>T9</AcctSvcrRef></Refs></TxDtls></NtryDtls>';
    const entries = [
      { id: 'B1', reference: '7', day: monday, amount: '1.00' },
      { reference: '8', day: monday, amount: '2.00', more: inDetails },
      { reference: '9', day: monday, amount: '3.00' },
    ];
    // Loaded by the previous release: the entries are there, and no statement is noted.
    await books.load(statementFile({ iban, entries }));
    await books.client.query('delete from loaded_statement; delete from loaded_reference');
    const before = await books.entries(iban);
    expect(before).toMatchObject([{ id: 'B1', reference: '0000000000000002' }, { id: 'T9' }, { id: '9' }]);

    expect(await books.refusal(iban, statementFile({ iban, entries }))).toMatch(
      /3 entries equal entries of another statement.*\n.*entry 1 \(AcctSvcrRef B1, NtryRef 7\)/,
    );
    expect(await books.load(statementFile({ iban, entries }), { equalEntries: 'same' })).toMatchObject({ lines: 0, booked: 0 });
    expect(await books.load(statementFile({ iban, entries }))).toMatchObject({ lines: 0, booked: 0 });
    expect(await books.entries(iban)).toEqual(before);
  });

  it('has the same id wherever its statement is loaded if it has no reference: from the identity of its statement', async () => {
    const [iban, other] = [books.account(), books.account()];
    await books.load(statementFile({ iban, entries: [{ day: monday, amount: '5.00' }] }));
    await books.load(statementFile({ iban: other, entries: [{ day: monday, amount: '5.00' }] }));
    const [own, others] = [(await books.entries(iban))[0]!.id, (await books.entries(other))[0]!.id];
    expect([own, own === others]).toEqual([expect.stringMatching(/^L[0-9a-f]{24}$/), false]);
  });

  it('of a statement that comes again with the same MsgId and Id and further entries is judged by itself', async () => {
    const iban = books.account();
    await books.load(statementFile({ iban, entries: [{ id: 'A1', day: monday, amount: '5.00' }] }));
    const more = [
      { id: 'A1', day: monday, amount: '5.00' },
      { id: 'A2', day: monday, amount: '6.00' },
    ];
    expect(await books.load(statementFile({ iban, entries: more }))).toMatchObject({ booked: 1 });
    expect(await books.amounts(iban)).toEqual(['5.00', '6.00']);
  });

  it('is known although later entries of the day have changed the balance', async () => {
    const iban = books.account();
    const morning = statementFile({ iban, balances: closingBalance('1025.00', monday), entries: [first] });
    await books.load(morning);
    await books.load(
      statementFile({
        iban,
        id: 'S2',
        balances: closingBalance('1030.00', monday),
        entries: [{ ...first, reference: '2', amount: '5.00' }],
      }),
    );
    expect(await books.load(morning)).toMatchObject({ lines: 0 });
  });
});
