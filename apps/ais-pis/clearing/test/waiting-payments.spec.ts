import { daysAfter } from '@open-banking/messages';
import { CalendarService } from '@open-banking/ais-pis-ledger';
import { paymentOfClient } from '@open-banking/ais-pis-payments';
import { CalendarChanges, elections } from '@open-banking/ais-pis-testing/calendar-changes';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { TestPayments, type PaymentOptions } from '@open-banking/ais-pis-testing/an-executed-payment';

describe('a payment that waits for its day', () => {
  let bank: TestLedger;
  let calendar: CalendarService;
  let payments: TestPayments;
  let changes: CalendarChanges;

  beforeAll(async () => {
    bank = await TestLedger.open();
    calendar = new CalendarService(bank.database, bank.clock);
    await calendar.read();
    payments = new TestPayments(bank, calendar);
    changes = new CalendarChanges(bank);
  });
  afterAll(() => bank.close());
  afterEach(async () => {
    await bank.owner.query('delete from holiday where name = $1', ['Elections']);
    await bank.owner.query('delete from payment_move_due');
  });

  /** Each test has weeks of its own: the next Tuesday of 2031 at ten o'clock, in winter time. */
  let weeks = 0;
  const nextTuesday = async (): Promise<string> => {
    const day = daysAfter('2031-10-28', 7 * (weeks += 1));
    await at(day);
    return day;
  };
  const at = async (day: string): Promise<void> => {
    bank.offsetMs = Date.parse(`${day}T08:00:00Z`) - Date.now();
    await calendar.read();
  };
  const load = (...lines: readonly object[]): Promise<number> => changes.load(...lines);
  const feed: CalendarChanges['feed'] = (change, line) => changes.feed(change, line);
  const executable = async (id: string): Promise<string> =>
    (await bank.owner.query<{ day: string }>('select execution_date::text as day from payment where payment_id = $1', [id])).rows[0]!.day;
  const reservedFor = async (id: string): Promise<string | undefined> =>
    (await bank.owner.query<{ day: string }>('select value_date::text as day from pending_entry where subject = $1', [id])).rows[0]?.day;
  /** Approved for its first possible day. */
  const approved = async ({ currency = 'ILS', ...given }: Partial<PaymentOptions> = {}): Promise<string> =>
    payments.executed({ from: await bank.account({ currency }), currency, product: 'masav', ...given });
  /** Dated: requested for tomorrow. */
  const waiting = (given: Partial<PaymentOptions> = {}): Promise<string> => approved({ requestedInDays: 1, ...given });
  /** What responses about a payment say of its day. */
  const postponed = async (id: string, product = 'masav') => {
    const { rows } = await bank.owner.query<{ client: string }>('select client_id as client from payment where payment_id = $1', [id]);
    return (await bank.database.row(paymentOfClient, rows[0]!.client, product, id))!.postponed;
  };
  const news = async (): Promise<string[]> =>
    (await bank.owner.query<{ id: string }>('select payment_id as id from payment_move_due order by due_id')).rows.map(({ id }) => id);

  it.each<[how: string, add: (day: string) => Promise<unknown>]>([
    ['load', (day) => load(elections(day))],
    ['feed', (day) => feed('upsert', elections(day))],
  ])('moves to the next business day of its product when a %s closes its day; what needs no business day stays', async (_, add) => {
    const today = await nextTuesday();
    const wednesday = daysAfter(today, 1);
    const creditor = await bank.account({ currency: 'ILS' });
    const inside = { iban: await bank.iban(creditor) };
    const [dated, reserved, zahav, dollars] = [
      await waiting(),
      await approved({ executableInDays: 1 }),
      await waiting({ product: 'zahav' }),
      await waiting({ product: 'cross-border-credit-transfers', currency: 'USD' }),
    ];
    const staying = [
      await waiting({ to: inside }),
      await waiting({ to: { bban: inside.iban.slice(4) } }),
      await waiting({ product: 'fp' }),
      await waiting({ product: 'sepa-credit-transfers', currency: 'EUR' }),
    ];
    const moving = [dated, reserved, zahav, dollars];
    expect(await Promise.all([...moving, ...staying].map(executable))).toEqual(Array.from({ length: 8 }, () => wednesday));
    expect(await reservedFor(reserved)).toBe(wednesday);

    await add(wednesday);
    expect(await Promise.all(moving.map(executable))).toEqual(Array.from({ length: 4 }, () => daysAfter(today, 2)));
    expect(await Promise.all(staying.map(executable))).toEqual(Array.from({ length: 4 }, () => wednesday));
    expect(await reservedFor(reserved)).toBe(daysAfter(today, 2));
    expect((await news()).toSorted()).toEqual(moving.toSorted());

    await at(daysAfter(today, 2));
    await payments.execution.executeDue();
    const stories = await Promise.all([...moving, ...staying].map((id) => payments.statusHistory(id)));
    for (const story of stories) expect(story).toMatch(/ACSP/);
    expect((await payments.instruction(dated))?.state).toBe('INSTRUCTED');
  });

  it('moves over Friday and Saturday by Masav, and only over Saturday by Zahav', async () => {
    const thursday = daysAfter(await nextTuesday(), 2);
    const [masav, zahav] = [await waiting({ requestedInDays: 2 }), await waiting({ requestedInDays: 2, product: 'zahav' })];
    await load(elections(thursday));
    expect([await executable(masav), await executable(zahav)]).toEqual([daysAfter(thursday, 3), daysAfter(thursday, 1)]);
  });

  it('moves in the transaction that adds the holiday, so that undoing it moves nothing', async () => {
    const today = await nextTuesday();
    const id = await waiting();
    const client = await bank.owner.connect();
    try {
      await client.query('begin');
      await client.query('insert into holiday (currency, day, name) values ($1, $2, $3)', ['ILS', daysAfter(today, 1), 'Elections']);
      const { rows } = await client.query('select execution_date::text as day from payment where payment_id = $1', [id]);
      expect(rows).toEqual([{ day: daysAfter(today, 2) }]);
      await client.query('rollback');
    } finally {
      client.release();
    }
    expect([await executable(id), await news()]).toEqual([daysAfter(today, 1), []]);
  });

  it('moves back when the holiday is removed, and never before the day that its customer approved', async () => {
    const today = await nextTuesday();
    const [wednesday, thursday] = [daysAfter(today, 1), daysAfter(today, 2)];
    const [one, later] = [await waiting(), await waiting({ requestedInDays: 2 })];
    await load(elections(wednesday), elections(thursday));
    // Masav is closed on Friday.
    expect([await executable(one), await executable(later)]).toEqual([daysAfter(today, 5), daysAfter(today, 5)]);
    await feed('remove', { type: 'holiday', currency: 'ILS', day: thursday });
    expect([await executable(one), await executable(later)]).toEqual([thursday, thursday]);
    await feed('remove', { type: 'holiday', currency: 'ILS', day: wednesday });
    expect([await executable(one), await executable(later)]).toEqual([wednesday, thursday]);
  });

  it('moves with the rest days of a currency and of a product, and back', async () => {
    const today = await nextTuesday();
    const [masav, zahav] = [await waiting(), await waiting({ product: 'zahav' })];
    const days = async () => [await executable(masav), await executable(zahav)];
    const closed = { type: 'productRestDay', paymentProduct: 'masav', day: daysAfter(today, 1), name: 'Change of system' };
    await load(closed);
    expect(await days()).toEqual([daysAfter(today, 2), daysAfter(today, 1)]);
    await feed('remove', { type: 'productRestDay', paymentProduct: 'masav', day: daysAfter(today, 1) });
    // Wednesday (3) becomes a day without business in shekel.
    await feed('upsert', { type: 'restDay', currency: 'ILS', weekday: 3 });
    expect(await days()).toEqual([daysAfter(today, 2), daysAfter(today, 2)]);
    await feed('remove', { type: 'restDay', currency: 'ILS', weekday: 3 });
    expect(await days()).toEqual([daysAfter(today, 1), daysAfter(today, 1)]);
  });

  it('moves while a person of the bank looks at it, and while a second owner is awaited', async () => {
    const today = await nextTuesday();
    const from = await bank.account({ currency: 'ILS' });
    const [held, partly] = [
      await payments.approved({ from, currency: 'ILS', product: 'masav', executableInDays: 1 }),
      await payments.approved({ from, currency: 'ILS', product: 'masav', executableInDays: 1 }),
    ];
    await bank.owner.query(
      `insert into payment_check (check_id, payment_id, facts_hash, state, asked_at, decided_by, decided_at, held_at) values (gen_random_uuid(), $1, 'x', 'HELD', now(), 'port', now(), now())`,
      [held],
    );
    await bank.owner.query(`update payment set transaction_status = 'PATC', approve_by = now() + interval '7 days' where payment_id = $1`, [
      partly,
    ]);
    await load(elections(daysAfter(today, 1)));
    expect([await executable(held), await executable(partly)]).toEqual([daysAfter(today, 2), daysAfter(today, 2)]);
    expect((await news()).toSorted()).toEqual([held, partly].toSorted());
    await feed('remove', { type: 'holiday', currency: 'ILS', day: daysAfter(today, 1) });
    expect([await executable(held), await executable(partly)]).toEqual([daysAfter(today, 1), daysAfter(today, 1)]);
  });

  it('has the day of its last approval, whatever day it had moved from while a second owner was awaited', async () => {
    const today = await nextTuesday();
    const [wednesday, thursday, from] = [daysAfter(today, 1), daysAfter(today, 2), await bank.account({ currency: 'ILS' })];
    const id = await payments.approved({ from, currency: 'ILS', product: 'masav', executableInDays: 1 });
    await bank.owner.query(`update payment set transaction_status = 'PATC', approve_by = now() + interval '7 days' where payment_id = $1`, [
      id,
    ]);
    await load(elections(wednesday));
    await bank.owner.query('delete from payment_approval where payment_id = $1', [id]);
    const terms = { psuId: payments.owner, debtorAccountId: from, fee: '0', executionDate: thursday };
    await bank.database.transaction((tx) => payments.stateMachine.approve(tx, id, terms, 'PATC', 'ACTC'));
    await feed('remove', { type: 'holiday', currency: 'ILS', day: wednesday });
    expect(await executable(id)).toBe(thursday);
  });

  it("moves the end of clearing's time for an answer with it, where that is a business day", async () => {
    const today = await nextTuesday();
    const [batch, quick] = [await approved(), await approved({ product: 'fp' })];
    const answerBy = async (id: string): Promise<Date> =>
      (await bank.owner.query<{ by: Date }>('select answer_by as by from clearing_instruction where payment_id = $1', [id])).rows[0]!.by;
    const before = await answerBy(quick);
    // Until the end of Wednesday, and then of Thursday, in winter time.
    expect(await answerBy(batch)).toEqual(new Date(`${daysAfter(today, 1)}T22:00:00Z`));
    await load(elections(daysAfter(today, 1)));
    expect(await answerBy(batch)).toEqual(new Date(`${daysAfter(today, 2)}T22:00:00Z`));
    expect(await answerBy(quick)).toEqual(before);
  });

  it('is not executed late on a closed day: what was due while nothing ran waits for the next open day, with its money reserved', async () => {
    const today = await nextTuesday();
    const from = await bank.account({ currency: 'ILS' });
    const [dated, reserved, late] = [
      await waiting({ from }),
      await approved({ from, executableInDays: 1 }),
      await payments.approved({ from, currency: 'ILS', product: 'masav', executableInDays: 1 }),
    ];
    const quick = await waiting({ product: 'fp' });
    // Nothing runs on Wednesday and Thursday.
    const friday = daysAfter(today, 3);
    await at(friday);
    await payments.execution.executeDue();
    await payments.execute(late);
    const sunday = daysAfter(friday, 2);
    expect(await Promise.all([dated, reserved, late].map(executable))).toEqual([sunday, sunday, sunday]);
    expect(await Promise.all([dated, reserved, late].map((id) => payments.statusHistory(id)))).toEqual([
      'ACTC PDNG',
      'ACTC ACFC',
      'ACTC ACFC',
    ]);
    expect(await Promise.all([dated, reserved, late].map(reservedFor))).toEqual([undefined, sunday, sunday]);
    expect(await payments.statusHistory(quick)).toMatch(/ACSP$/);
    await at(sunday);
    await payments.execution.executeDue();
    for (const id of [dated, reserved, late]) expect(await payments.statusHistory(id)).toMatch(/ACSP$/);
  });

  it.each<[what: string, add: (day: string) => Promise<unknown>]>([
    ['a holiday that is loaded', (day) => load(elections(day))],
    ['a holiday that is fed', (day) => feed('upsert', elections(day))],
    ['a rest day of its product', (day) => load({ type: 'productRestDay', paymentProduct: 'masav', day, name: 'Change of system' })],
  ])('is not executed today when %s closes today, however shortly before; a payment before that is', async (_, add) => {
    const today = await nextTuesday();
    expect(await payments.statusHistory(await approved())).toMatch(/ACSP$/);
    await add(today);
    // No calendar is read in between.
    const late = await approved();
    const quick = await approved({ product: 'fp' });
    expect([await payments.statusHistory(late), await executable(late), await reservedFor(late)]).toEqual([
      'ACTC ACFC',
      daysAfter(today, 1),
      daysAfter(today, 1),
    ]);
    expect(await payments.statusHistory(quick)).toMatch(/ACSP$/);
    await bank.owner.query('delete from holiday where day = $1', [today]);
    await bank.owner.query('delete from product_rest_day where day = $1', [today]);
    expect(await payments.statusHistory(await approved())).toMatch(/ACSP$/);
  });

  it('says its new day whatever has changed it: a missed day, a holiday added before or after its approval; on its own day it says nothing', async () => {
    const today = await nextTuesday();
    const [wednesday, thursday, sunday] = [daysAfter(today, 1), daysAfter(today, 2), daysAfter(today, 5)];
    const missed = await waiting({ requestedInDays: 2 });
    const [onItsDay, late] = [await waiting(), await approved({ executableInDays: 1 })];
    expect(await Promise.all([missed, onItsDay, late].map((id) => postponed(id)))).toEqual([null, null, null]);
    await load(elections(wednesday));
    const approvedAfter = await waiting({ executableInDays: 2 });
    expect(await Promise.all([missed, onItsDay, late, approvedAfter].map((id) => postponed(id)))).toEqual([
      null,
      { from: wednesday, to: thursday },
      { from: wednesday, to: thursday },
      { from: wednesday, to: thursday },
    ]);
    // Nothing runs on Thursday.
    await at(daysAfter(thursday, 1));
    await payments.execution.executeDue();
    expect([await payments.statusHistory(missed), await postponed(missed)]).toEqual(['ACTC PDNG', { from: thursday, to: sunday }]);
    await at(sunday);
    await payments.execution.executeDue();
    expect([await payments.statusHistory(missed), await postponed(missed)]).toEqual([expect.stringMatching(/ACSP$/), null]);
  });

  it('is executed on the day that its calendar has when it is due, also where the approval did not know of a holiday yet', async () => {
    const today = await nextTuesday();
    const id = await waiting();
    await load(elections(daysAfter(today, 1)));
    // As if it were approved by a replica that did not know of the holiday yet.
    await bank.owner.query('delete from moved_payment where payment_id = $1', [id]);
    await bank.owner.query('update payment set execution_date = requested_execution_date where payment_id = $1', [id]);
    await at(daysAfter(today, 1));
    await payments.execution.executeDue();
    expect([await payments.statusHistory(id), await executable(id)]).toEqual(['ACTC PDNG', daysAfter(today, 2)]);
  });
});
