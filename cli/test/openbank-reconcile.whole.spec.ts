import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearingInternal, creditTransfersInternal } from '@open-banking/spec';
import { daysAgo, internalCall, freshBank, temporaryFolder, until, type Caller, type TestClient } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

const product = '/v1.7/payments/instant-sepa-credit-transfers';
const [paris, madrid, rome] = ['FR1420041010050500013M02606', 'ES9121000418450200051332', 'IT60X0542811101000000123456'];

interface Difference {
  readonly kind: string;
  readonly of: string;
  readonly id: string;
}

describe('openbank reconcile', () => {
  const bank = freshBank(['ais-pis']);
  const { openbank } = openbankOf(bank);
  const folder = temporaryFolder();
  let [client, payer] = [undefined as unknown as TestClient, undefined as unknown as Caller];
  const paid = { first: '', second: '', refused: '', back: '', open: '' };
  const transfer = randomUUID();
  let iban = '';

  const rule = (answer: string, creditor: string, more: object) =>
    internalCall(bank.operator, 'ais-pis', clearingInternal.addClearingRule, { answer, creditor, ...more });
  const state = async (paymentId: string) =>
    (await bank.database('ais-pis').query<{ state: string }>('select state from clearing_instruction where payment_id = $1', [paymentId]))
      .rows[0]?.state;
  async function pay(amount: string, creditor = 'DE89370400440532013000'): Promise<string> {
    const { body } = await payer.post(product, {
      instructedAmount: { currency: 'EUR', amount },
      creditorAccount: { iban: creditor },
      creditorName: 'Bookshop',
      debtorAccount: { iban },
    });
    const { paymentId } = body as { paymentId: string };
    await client.approvedBy(bank.demo, 'payments', `PIS:${paymentId}`);
    return paymentId;
  }

  beforeAll(async () => {
    iban = bank.resources(bank.demo, 'account').find(({ currency }) => currency === 'EUR')!.reference['iban']!;
    client = await bank.client();
    payer = (await client.withClientToken('payments', 'PIS')).paced;
    await rule('rejected', paris!, { reason: 'AC04' });
    await rule('returned', madrid!, { reason: 'AC04' });
    await rule('accepted', rome!, { after: 'P30D' });
    paid.first = await pay('1.01');
    paid.second = await pay('1.02');
    paid.refused = await pay('1.03', paris);
    paid.back = await pay('1.04', madrid);
    paid.open = await pay('1.05', rome);
    const presented = {
      product: 'sepa-credit-transfers',
      amount: { currency: 'EUR', amount: '25.00' },
      debtorName: 'Acme Ltd',
      creditorAccount: { iban },
    };
    expect(
      await internalCall(bank.operator, 'ais-pis', creditTransfersInternal.receiveCreditTransfer, presented, { transferId: transfer }),
    ).toAnswer(200, { state: 'booked' });
    const settled = { first: 'ACCEPTED', second: 'ACCEPTED', refused: 'REJECTED', back: 'RETURNED', open: 'INSTRUCTED' } as const;
    for (const [which, last] of Object.entries(settled))
      await until(`${which} is ${last}`, async () => (await state(paid[which as keyof typeof paid])) === last);
  }, 400_000);
  afterAll(() => {
    folder.remove();
  });

  async function statement(...faults: readonly string[]): Promise<string> {
    const out = join(folder.path, `${randomUUID()}.xml`);
    expect((await openbank('clearing', 'statement', '--out', out, ...faults)).err).toBe('');
    return out;
  }
  async function reconciled(...args: readonly string[]): Promise<{ code: number; found: string[] }> {
    const { code, out, err } = await openbank('reconcile', ...args, '--json');
    expect(err).toBe('');
    const found = out.split('\n').filter((line) => line !== '');
    return { code, found: found.map((line) => JSON.parse(line) as Difference).map(({ kind, of, id }) => `${kind} ${of} ${id}`) };
  }

  it('finds nothing where clearing settled what it answered: paid, rejected, returned, unanswered and incoming', async () => {
    const file = await statement();
    const { code, out } = await openbank('reconcile', file);
    expect([code, out.split('\n').slice(0, -1)]).toEqual([
      0,
      [
        'instructed: 5, 5.15 EUR; 1 without an answer yet',
        expect.stringMatching(/^statement [0-9a-f]{24} of SETTLEMENT-EUR: 0\.00 \+ 22\.97 in 5 entries = 22\.97 EUR$/),
        expect.stringMatching(/^\d{4}-\d\d-\d\d: instructions, postings and 5 settled transactions agree\.$/),
      ],
    ]);
    expect(await reconciled(file)).toEqual({ code: 0, found: [] });
    expect(await reconciled()).toEqual({ code: 0, found: [] });
  });

  it('names each difference that the statement has, in one line, and fails', async () => {
    const faults = ['--leave-out', paid.first, '--double', paid.second, '--other-amount', transfer, '--settle', paid.open, paid.refused];
    const file = await statement(...faults, '--charge', '0.30', '--closing-off', '1.00');
    const { code, found } = await reconciled(file);
    expect([code, found.length]).toEqual([1, 7]);
    expect(found).toEqual(
      expect.arrayContaining([
        `amount-differs transfer ${transfer}`,
        `answered-not-settled payment ${paid.first}`,
        expect.stringContaining('balance-does-not-follow statement '),
        expect.stringMatching(/^charge-not-booked entry \d{8}EURCHARGE$/),
        `settled-not-answered payment ${paid.open}`,
        `settled-not-answered payment ${paid.refused}`,
        `settled-twice payment ${paid.second}`,
      ]),
    );
    const lines = (await openbank('reconcile', file)).out.split('\n');
    expect(lines.find((line) => line.startsWith('settled-twice'))).toMatch(
      new RegExp(
        `^settled-twice  payment ${paid.second}  instruction [0-9a-f-]{36}  -1\\.02 EUR  \\d{4}-\\d\\d-\\d\\d  is settled already by entry \\S+  \\(\\S+\\.xml:\\d+, statement \\d+, entry \\d+ \\(AcctSvcrRef \\S+\\)\\)$`,
      ),
    );
    expect(lines.at(-2)).toMatch(/: 7 differences\.$/);
  });

  it('says what it leaves out and exits with 2, and never that all agrees where an entry is of a day that the statement does not cover', async () => {
    const file = await statement();
    const text = readFileSync(file, 'utf8');
    const withEntry = (status: string, on: string): string => {
      const entry = `<Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><BookgDt><DtTm>${on}</DtTm></BookgDt><AcctSvcrRef>NINE</AcctSvcrRef></Ntry>`;
      const path = join(folder.path, `${randomUUID()}.xml`);
      writeFileSync(path, text.replace('</Stmt>', `${entry}</Stmt>`));
      return path;
    };
    const pending = await openbank('reconcile', withEntry('PDNG', '2020-01-02T22:30:00Z'));
    expect([pending.code, pending.err]).toEqual([2, '']);
    expect(pending.out).toMatch(
      /^left-out {2}entry NINE {2}-9\.00 EUR {2}2020-01-03 {2}has the status PDNG, and is not booked {2}\(\S+\.xml:\d+, statement 1, entry 6 \(AcctSvcrRef NINE\)\)$/m,
    );
    expect(pending.out).toMatch(/: nothing differs in what was compared; 1 left out \(1 with the status PDNG\)\.\n$/);
    const outside = await openbank('reconcile', withEntry('BOOK', '2020-01-02T22:30:00Z'));
    expect([outside.code, outside.err]).toEqual([1, '']);
    expect(outside.out).toMatch(/^outside-statement {2}entry NINE {2}-9\.00 EUR {2}2020-01-03 /m);
    expect(outside.out).not.toContain('agree');
    const enveloped = join(folder.path, 'enveloped.xml');
    const notice = 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08';
    writeFileSync(enveloped, `<Body>${text.replace(/^<\?xml.*?\?>/, '')}<Document xmlns="${notice}"/></Body>`);
    const other = await openbank('reconcile', enveloped);
    expect([other.code, other.err]).toEqual([2, '']);
    expect(other.out).toMatch(
      new RegExp(`^left-out {2}message ${notice} {2}the Document in line \\d+, .* {2}\\(enveloped\\.xml:\\d+\\)$`, 'm'),
    );
    expect((await openbank('reconcile', file)).code).toBe(0);
  });

  it('compares the chosen products alone, and finds what belongs to others by their ids', async () => {
    const file = await statement('--leave-out', paid.first);
    expect(await reconciled(file, '--product', 'masav')).toEqual({ code: 0, found: [] });
    expect(await reconciled(file, '--product', 'instant-sepa-credit-transfers', 'masav')).toEqual({
      code: 1,
      found: [`answered-not-settled payment ${paid.first}`],
    });
  });

  it('refuses products that the bank does not know, of which it would find nothing, and names those there are', async () => {
    const file = await statement('--leave-out', paid.first);
    const { code, out, err } = await openbank('reconcile', file, '--product', 'instant-sepa-credit-transfer', 'collections', 'Masav');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const products = 'sepa-credit-transfers, instant-sepa-credit-transfers, .*masav, zahav, fp, collections';
    for (const at of [0, 2]) expect(err).toMatch(new RegExp(`/products/${at} Must be one of ${products}\\.`));
    expect(err).not.toContain('/products/1');
    expect(await openbank('reconcile', '--product', 'instant-sepa-credit-transfer')).toMatchObject({ code: 1, out: '' });
    expect((await openbank('reconcile', '--product', 'instant-sepa-credit-transfers', 'collections')).out).toMatch(/^instructed: 5, /);
  });

  it('refuses what it cannot read, and faults of payments that clearing does not settle', async () => {
    const text = join(folder.path, 'text.xml');
    writeFileSync(text, 'no statement');
    for (const [args, message] of [
      [['reconcile', join(folder.path, 'none.xml')], 'the file does not exist'],
      [['reconcile', text], 'is not well-formed XML'],
      [['reconcile', '--from', '2026-02-30'], 'is not a valid date'],
      [['reconcile', '--from', '2026-02-03', '--until', '2026-02-02'], 'is after the end of the period'],
      [['clearing', 'statement', '--leave-out', paid.open], 'settles nothing'],
      [['clearing', 'statement', '--day', '2999-01-01'], 'must not be after'],
    ] as const) {
      const { code, err } = await openbank(...args);
      expect([args, code, err.toLowerCase()]).toEqual([args, 1, expect.stringContaining(message.toLowerCase())]);
    }
  });

  it('names what the bank has lost: an instruction that clearing settled, and the money that is posted for it', async () => {
    const file = await statement();
    await bank.database('ais-pis').query('delete from clearing_instruction where payment_id = $1', [paid.first]);
    const { code, found } = await reconciled(file);
    expect([code, found]).toEqual([1, [`missing-there payment ${paid.first}`, expect.stringMatching(/^missing-here entry \d{8}EUR\d+$/)]]);
    expect(await reconciled()).toEqual({ code: 1, found: [`missing-there payment ${paid.first}`] });
  });

  it('takes days of files from the bank: in its time zone, and by its clock, which a sandbox has moved', async () => {
    const file = join(folder.path, 'tomorrow.xml');
    // In Israel the day after, all year round.
    const tomorrow = `${daysAgo(0)}T22:30:00Z`;
    writeFileSync(
      file,
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>${tomorrow}</DtTm></BookgDt><AcctSvcrRef>${randomUUID().slice(0, 30)}</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`,
    );
    const early = await openbank('load', 'ais-pis', file);
    expect([early.code, early.err]).toEqual([1, expect.stringContaining(`must not be after ${daysAgo(0)}, the bank's current day`)]);
    expect((await openbank('clock', 'advance', 'P1D')).code).toBe(0);
    const loaded = await openbank('load', 'ais-pis', file);
    expect([loaded.code, loaded.err]).toEqual([0, expect.not.stringContaining("does not say the bank's time")]);
    const { rows } = await bank
      .database('ais-pis')
      .query('select max(booking_date)::text as last from entry e join account a using (account_id) where a.iban = $1', [iban]);
    expect(rows).toEqual([{ last: daysAgo(-1) }]);
  });
});
