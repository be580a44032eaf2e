import type { ServiceSettings } from '@open-banking/config';
import { AuditService } from '@open-banking/commands';
import { serviceKey } from '@open-banking/database';
import { CalendarService } from '@open-banking/ais-pis-ledger';
import { PaymentProducts } from '@open-banking/ais-pis-payments';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { TestPayments, type PaymentOptions } from '@open-banking/ais-pis-testing/an-executed-payment';
import { BookingAnswersService } from '../src/booking-answers.service.js';
import { ClearingFileService } from '../src/clearing-file.service.js';
import { ClearingSimulatorService } from '../src/simulator.service.js';
import { planReturn } from '../src/simulator.statements.js';
import { RecoveryWatchService } from '../src/recovery/recovery-watch.service.js';

const hour = 3_600_000;
const berlin = { iban: 'DE89370400440532013000' };
const paris = { iban: 'FR1420041010050500013M02606' };

describe("the sandbox's clearing", () => {
  let bank: TestLedger;
  let payments: TestPayments;
  let listing: (ledger: 'own' | 'core') => ClearingFileService;
  let file: ClearingFileService;
  let simulator: ClearingSimulatorService;
  let watch: RecoveryWatchService;
  const simulating = (sandbox: boolean) =>
    new ClearingSimulatorService(bank.database, bank.clock, payments.clearing, watch, { sandbox } as ServiceSettings, { ledger: 'own' });

  beforeAll(async () => {
    bank = await TestLedger.open();
    payments = new TestPayments(bank);
    watch = new RecoveryWatchService(bank.database, { highWaterDir: '' });
    const calendar = new CalendarService(bank.database, bank.clock);
    await calendar.read();
    const audit = new AuditService(await serviceKey(bank.database, 'audit'));
    listing = (ledger) =>
      new ClearingFileService(
        bank.database,
        bank.clock,
        payments.clearing,
        calendar,
        new PaymentProducts(),
        audit,
        watch,
        new BookingAnswersService(bank.database, bank.clock, bank.ledger, payments.held, audit),
        { ledger },
      );
    file = listing('own');
    simulator = simulating(true);
  });
  afterAll(() => bank.close());
  afterEach(async () => {
    bank.offsetMs = 0;
    await file.removeRule('all');
  });

  const sent = async (given: Partial<PaymentOptions> = {}) => {
    const from = await bank.account();
    return { from, id: await payments.executed({ from, product: 'instant-sepa-credit-transfers', ...given }) };
  };
  const instructionState = async (id: string) => (await payments.instruction(id))!.state;
  const booked = async (from: string) => (await bank.balance(from)).booked;

  it('accepts instructions without a matching rule at once; outside the sandbox nothing answers automatically', async () => {
    const { id } = await sent();
    await simulating(false).answerDue();
    expect(await instructionState(id)).toBe('INSTRUCTED');
    await simulator.answerDue();
    expect([await instructionState(id), await payments.statusHistory(id)]).toEqual(['ACCEPTED', 'ACTC ACFC ACSP ACSC']);
  });

  it.each([
    ['an IBAN that is written in groups', 'fr14 2004 1010 0505 0001 3M02 606', paris],
    ['a domestic number', '0108000000099999999', { bban: '0108000000099999999' }],
    ['another identification', 'ACC-1', { other: { identification: 'ACC-1' } }],
  ])('knows the creditor of a rule by %s', async (_, creditor, to) => {
    await file.addRule({ answer: 'rejected', reason: 'AC04', creditor });
    const [there, elsewhere] = [await sent({ to, product: 'cross-border-credit-transfers' }), await sent()];
    await simulator.answerDue();
    expect([await instructionState(there.id), await instructionState(elsewhere.id)]).toEqual(['REJECTED', 'ACCEPTED']);
  });

  it('lists by kind what the core is told besides payments, where the core keeps the books, and knows no such product elsewhere', async () => {
    expect(await listing('core').list({ of: 'unanswered', product: 'hold' })).toMatchObject({ instructions: [] });
    await expect(listing('own').list({ of: 'unanswered', product: 'hold' })).rejects.toThrow('FORMAT_ERROR');
    for (const ledger of ['own', 'core'] as const)
      expect(await listing(ledger).list({ of: 'unanswered', product: 'masav' })).toMatchObject({ instructions: [] });
  });

  it('rejects by creditor, product and amount; the newest matching rule applies', async () => {
    await file.addRule({ answer: 'rejected', reason: 'AC04', creditor: paris.iban });
    await file.addRule({ answer: 'rejected', reason: 'AC01', product: 'target-2-payments', amountFrom: '50' });
    const [toParis, toBerlin] = [await sent({ to: paris }), await sent()];
    const [much, little] = [
      await sent({ product: 'target-2-payments', amount: '50.00' }),
      await sent({ product: 'target-2-payments', amount: '49.99' }),
    ];
    await simulator.answerDue();
    expect(await payments.statusHistory(toParis.id)).toBe('ACTC ACFC ACSP RJCT AC04');
    expect(await payments.statusHistory(much.id)).toBe('ACTC ACFC ACSP RJCT AC01');
    expect(await booked(toParis.from)).toBe('100.00');
    for (const { id } of [toBerlin, little]) expect(await instructionState(id)).toBe('ACCEPTED');

    await file.addRule({ answer: 'accepted', creditor: paris.iban });
    const again = await sent({ to: paris });
    await simulator.answerDue();
    expect(await instructionState(again.id)).toBe('ACCEPTED');
  });

  it('delays its answer if a rule says so; removing the rule ends the delay', async () => {
    const { ruleId } = await file.addRule({ answer: 'accepted', after: 'PT2H', creditor: paris.iban });
    const [slow, quick] = [await sent({ to: paris }), await sent()];
    await simulator.answerDue();
    expect([await instructionState(slow.id), await instructionState(quick.id)]).toEqual(['INSTRUCTED', 'ACCEPTED']);
    bank.offsetMs = 2 * hour - 60_000;
    await simulator.answerDue();
    expect(await instructionState(slow.id)).toBe('INSTRUCTED');
    bank.offsetMs = 2 * hour;
    await simulator.answerDue();
    expect(await instructionState(slow.id)).toBe('ACCEPTED');

    const waiting = await sent({ to: paris });
    await simulator.answerDue();
    expect(await instructionState(waiting.id)).toBe('INSTRUCTED');
    await file.removeRule(ruleId);
    await simulator.answerDue();
    expect(await instructionState(waiting.id)).toBe('ACCEPTED');
  });

  it('returns an accepted payment after a delay: its status stays, and the amount is credited', async () => {
    await file.addRule({ answer: 'returned', reason: 'AC04', after: 'P2D', creditor: paris.iban });
    const { id, from } = await sent({ to: paris });
    await simulator.answerDue();
    expect([await instructionState(id), await booked(from)]).toEqual(['ACCEPTED', '87.50']);
    bank.offsetMs = 48 * hour + 1_000;
    await simulator.answerDue();
    await simulator.answerDue();
    expect([await instructionState(id), await booked(from), await payments.statusHistory(id)]).toEqual([
      'RETURNED',
      '100.00',
      'ACTC ACFC ACSP ACSC',
    ]);
  });

  it('returns a payment whose return was planned by a process that died', async () => {
    await file.addRule({ answer: 'returned', reason: 'AC04' });
    const { id } = await sent();
    await bank.database.rows(planReturn, (await payments.instruction(id))!.instruction_id, 'AC04', bank.clock.now());
    await simulator.answerDue();
    expect(await instructionState(id)).toBe('RETURNED');
  });

  it('answers once even if two processes answer concurrently', async () => {
    await file.addRule({ answer: 'rejected', reason: 'MS03' });
    const all = await Promise.all(Array.from({ length: 12 }, () => sent()));
    await Promise.all([simulator.answerDue(), simulating(true).answerDue(), simulator.answerDue()]);
    for (const { id, from } of all)
      expect([await payments.statusHistory(id), await booked(from)]).toEqual(['ACTC ACFC ACSP RJCT MS03', '100.00']);
  });

  it('reports an instruction that cannot be answered and continues with the others', async () => {
    const [broken, fine] = [await sent(), await sent()];
    await bank.owner.query(`update payment set transaction_status = 'ACSC' where payment_id = $1`, [broken.id]);
    await expect(simulator.answerDue()).rejects.toThrow();
    expect([await instructionState(broken.id), await instructionState(fine.id)]).toEqual(['INSTRUCTED', 'ACCEPTED']);
    await bank.owner.query(`update payment set transaction_status = 'ACSP' where payment_id = $1`, [broken.id]);
    await simulator.answerDue();
    expect(await instructionState(broken.id)).toBe('ACCEPTED');
  });

  it('lists the instructions of a day in pages, with totals and settlement dates', async () => {
    await bank.owner.query('delete from simulated_return');
    bank.offsetMs = 40 * 24 * hour;
    const day = bank.clock.today();
    const ids = [await sent({ amount: '10.00' }), await sent({ amount: '2.50' }), await sent({ product: 'target-2-payments', to: berlin })];
    const page = await file.list({ of: 'today' });
    expect(page).toMatchObject({
      date: day,
      totals: [
        { product: 'instant-sepa-credit-transfers', currency: 'EUR', state: 'INSTRUCTED', count: 2, amount: '12.50' },
        { product: 'target-2-payments', currency: 'EUR', state: 'INSTRUCTED', count: 1, amount: '12.50' },
      ],
    });
    expect(page.instructions.map(({ paymentId }) => paymentId)).toEqual(ids.map(({ id }) => id));
    expect(page.instructions[0]).toMatchObject({ settlementDate: day, message: { creditor: { name: 'Bookshop' } } });
    const after = page.instructions[0]!.instructionId;
    expect((await file.list({ of: day, after })).instructions).toEqual(page.instructions.slice(1));
    expect((await file.list({ of: day, product: 'target-2-payments' })).instructions).toEqual(page.instructions.slice(2));
    expect((await file.list({ of: 'unanswered' })).instructions.map(({ paymentId }) => paymentId)).toEqual(ids.map(({ id }) => id));
    expect((await file.list({ of: '2020-01-01' })).instructions).toEqual([]);
  });
});
