import { randomUUID } from 'node:crypto';
import { CalendarService } from '@open-banking/ais-pis-ledger';
import { PaymentProducts } from '@open-banking/ais-pis-payments';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { TestPayments } from '@open-banking/ais-pis-testing/an-executed-payment';
import { ReconciliationService } from '../src/reconciliation/reconciliation.service.js';

const day = 86_400_000;

describe("the bank's side of a reconciliation with clearing", () => {
  let bank: TestLedger;
  let payments: TestPayments;
  let calendar: CalendarService;
  let reconciliation: ReconciliationService;

  beforeAll(async () => {
    bank = await TestLedger.open();
    payments = new TestPayments(bank);
    calendar = new CalendarService(bank.database, bank.clock);
    await calendar.read();
    reconciliation = new ReconciliationService(bank.database, bank.clock, calendar, new PaymentProducts(), { ledger: 'own' });
  });
  afterAll(() => bank.close());
  afterEach(() => {
    bank.offsetMs = 0;
  });

  const sent = async (product = 'sepa-credit-transfers') => payments.executed({ from: await bank.account(), product });
  const instructedIds = async (period: { from?: string; until?: string }) =>
    (await reconciliation.instructed(period)).instructed.map(({ paymentId }) => paymentId);

  it('has payments of the days before that clearing settles in the period, and not those that it has settled before it', async () => {
    const today = bank.clock.today();
    const [slow, instant] = [await sent(), await sent('instant-sepa-credit-transfers')];
    const { instructed } = await reconciliation.instructed({});
    expect(instructed.map(({ paymentId }) => paymentId)).toEqual([slow, instant]);
    const settles = calendar.settlementDay({ product: 'sepa-credit-transfers', settlement: 1 }, 'EUR', today);
    expect(instructed.map(({ settlementDate }) => settlementDate)).toEqual([settles, today]);
    bank.offsetMs = Date.parse(settles) - Date.parse(today) || day;
    expect(await instructedIds({ from: settles })).toContain(slow);
    expect(await instructedIds({ from: payments.day(30), until: payments.day(31) })).toEqual([]);
    await expect(reconciliation.instructed({ from: payments.day(2), until: today })).rejects.toThrow('FORMAT_ERROR');
  });

  it('says what the clearing account has of each payment by its answer, and lists returns alone among the postings', async () => {
    const [open, paid, refused, back] = [await sent(), await sent(), await sent(), await sent()];
    const instruction = async (id: string) => (await payments.instruction(id))!.instruction_id;
    await payments.clearing.accepted(await instruction(paid));
    await payments.clearing.rejected(await instruction(refused), 'AC04');
    await payments.clearing.accepted(await instruction(back));
    await payments.clearing.returned(await instruction(back), 'AC04');
    const found = new Map((await reconciliation.find([open, paid, refused, back])).instructed.map((one) => [one.paymentId, one]));
    expect([open, paid, refused, back].map((id) => [found.get(id)!.state, found.get(id)!.posted, Number(found.get(id)!.balance)])).toEqual([
      ['INSTRUCTED', '12.50', 12.5],
      ['ACCEPTED', '12.50', 12.5],
      ['REJECTED', '12.50', 0],
      ['RETURNED', '12.50', 0],
    ]);
    const { postings } = await reconciliation.postings({});
    expect(postings.map(({ subject, kind, amount, isKnown }) => [subject, kind, amount, isKnown])).toEqual([
      [back, 'PAYMENT_RETURNED', '12.50', true],
    ]);
    expect((await reconciliation.postings({ products: ['masav'] })).postings).toEqual([]);
  });

  it('knows payments that the core books and that stay in the bank, and collections that it has booked, by their ids', async () => {
    const [here, elsewhere, to] = [await sent(), await sent(), await bank.account()];
    await bank.owner.query(
      `update clearing_instruction set by_core = true, message = message || jsonb_build_object('creditorAccount', jsonb_build_object('iban', case payment_id when $1 then $2::text else 'DE89370400440532013000' end)) where payment_id = any($3)`,
      [here, await bank.iban(to), [here, elsewhere]],
    );
    const [collection, refused] = [randomUUID(), randomUUID()];
    for (const [subject, kind, state] of [
      [collection, 'collection', 'ACCEPTED'],
      [collection, 'refund', 'ACCEPTED'],
      [refused, 'collection', 'REJECTED'],
    ])
      await bank.owner.query(
        `insert into booking_instruction (kind, subject, account_id, currency, amount, message, instructed_on, instructed_at, answer_by, state, reason, answered_on, changed_at)
         values ($2, $1, $4, 'EUR', 5.00, '{}', '2026-01-05', now(), now(), $3, case $3 when 'REJECTED' then 'AM04' end, '2026-01-06', now())`,
        [subject, kind, state, to],
      );
    const { instructed, postings } = await reconciliation.find([here, elsewhere, collection, refused]);
    expect(Object.fromEntries(instructed.map(({ paymentId, settledHere }) => [paymentId, settledHere]))).toEqual({
      [here]: true,
      [elsewhere]: false,
    });
    expect(postings.map(({ subject, kind, amount, bookingDate }) => [subject, kind, amount, bookingDate]).sort()).toEqual([
      [collection, 'COLLECTION', '-5.00', '2026-01-06'],
      [collection, 'COLLECTION_REFUNDED', '5.00', '2026-01-06'],
    ]);
  });

  it('gives a period in pages that follow each other, whichever products are chosen', async () => {
    await bank.owner.query('delete from clearing_instruction');
    const paid = await sent('instant-sepa-credit-transfers');
    await bank.owner.query(
      `insert into payment (payment_id, client_id, payment_product, request, currency, amount, transaction_status, created_at, status_changed_at, fee, debtor_account_id)
       select gen_random_uuid(), client_id, 'target-2-payments', '{}', 'EUR', 1, 'ACSC', now(), now(), 0, debtor_account_id from payment, generate_series(1, 2500) where payment_id = $1`,
      [paid],
    );
    await bank.owner.query(
      `insert into clearing_instruction (payment_id, payment_product, currency, amount, message, instructed_on, instructed_at, state, changed_at)
       select payment_id, payment_product, 'EUR', 1, '{}', $1, now(), 'ACCEPTED', now() from payment where payment_product = 'target-2-payments'`,
      [bank.clock.today()],
    );
    const read = async (products?: readonly string[]) => {
      const [pages, ids] = [[] as number[], new Set<string>()];
      for (let after: string | undefined; ;) {
        const page = await reconciliation.instructed({ ...(products && { products }), ...(after !== undefined && { after }) });
        pages.push(page.instructed.length);
        for (const { paymentId } of page.instructed) ids.add(paymentId);
        if (page.next === undefined) return { pages, ids };
        after = page.next;
      }
    };
    const all = await read();
    expect([all.pages, all.ids.size]).toEqual([[1_000, 1_000, 501], 2_501]);
    expect(await read(['instant-sepa-credit-transfers'])).toEqual({ pages: [1, 0, 0], ids: new Set([paid]) });
  });
});
