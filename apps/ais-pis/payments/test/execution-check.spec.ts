import { checkHashOf, effectOf, outcomeAfterTime, stateOf, type PaymentToCheck, type StoredCheck } from '../src/checks/execution-check.js';
import { isNeverReached, Spending, type Bounds } from '../src/checks/spending.js';

const asked: StoredCheck = { state: 'ASKED', decidedBy: null, answer: null, answerReason: null };
const none: Bounds = { perPayment: null, perDay: null };

describe('an answer about a payment', () => {
  it('takes effect once, and is known when it is repeated', () => {
    expect(effectOf(asked, 'allow', null)).toBe('takes effect');
    const refused: StoredCheck = { state: 'REFUSED', decidedBy: 'port', answer: 'refuse', answerReason: 'FRAD' };
    expect([effectOf(refused, 'refuse', 'FRAD'), effectOf(refused, 'refuse', 'LEGL'), effectOf(refused, 'allow', null)]).toEqual([
      'known',
      'contradicts',
      'contradicts',
    ]);
  });

  it('takes effect late on what is held because none came, and on nothing else', () => {
    const late = (state: StoredCheck['state'], decidedBy: StoredCheck['decidedBy']) =>
      (['allow', 'refuse', 'hold'] as const).map((decision) => effectOf({ ...asked, state, decidedBy }, decision, null));
    expect(late('HELD', 'time-out')).toEqual(['takes effect', 'takes effect', 'takes effect']);
    expect(late('ALLOWED', 'operator')).toEqual(['known', 'contradicts', 'contradicts']);
    expect(late('REFUSED', 'time-out')).toEqual(['contradicts', 'known', 'contradicts']);
    expect(late('VOID', null)).toEqual(['void', 'void', 'void']);
    const held: StoredCheck = { state: 'HELD', decidedBy: 'port', answer: 'hold', answerReason: null };
    expect([effectOf(held, 'allow', null), effectOf(held, 'hold', null)]).toEqual(['contradicts', 'known']);
  });

  it('is stored as a state of the check', () => {
    expect(stateOf).toEqual({ allow: 'ALLOWED', refuse: 'REFUSED', hold: 'HELD' });
  });

  it('that does not come leaves what the bank has set, for instant payments apart', () => {
    const settings = { usual: 'hold', instant: 'allow' } as const;
    expect(outcomeAfterTime('ASKED', false, settings)).toBe('hold');
    expect(outcomeAfterTime('ASKED', true, settings)).toBe('allow');
    expect(outcomeAfterTime('HELD', true, settings)).toBe('refuse');
  });

  it('is about one amount, creditor and day', () => {
    const payment: PaymentToCheck = {
      ...{ paymentId: '1', clientId: 'c', psuId: 'p', product: 'sepa-credit-transfers', currency: 'EUR', amount: '1.00', fee: '0' },
      ...{ approvedDate: '2026-11-25', debtorIban: 'IL62' },
      request: {
        instructedAmount: { currency: 'EUR', amount: '1.00' },
        creditorAccount: { iban: 'DE89' },
        creditorName: 'Bookshop',
      } as never,
    };
    const changes: Partial<PaymentToCheck>[] = [
      { amount: '1.01' },
      { debtorIban: 'IL63' },
      { approvedDate: '2026-11-26' },
      { request: { ...payment.request, creditorName: 'Bookshop 2' } },
    ];
    // The calendar moves a payment without asking about it again.
    const postponed = { ...payment, executionDate: '2026-11-26' };
    expect(checkHashOf(postponed)).toBe(checkHashOf(payment));
    expect(new Set([payment, ...changes.map((change) => ({ ...payment, ...change }))].map(checkHashOf)).size).toBe(5);
  });
});

describe('what customers may still pay', () => {
  const payment = (paymentId: string, amount: string, product = 'instant') => ({
    ...{ paymentId, psuId: 'p', executionDate: '2026-11-25', currency: 'EUR', amount, product },
  });
  const spending = (cap: Partial<Bounds>, own: Partial<Bounds>, spent = { all: '0', instant: '0' }) =>
    new Spending(
      new Map(['1', '2'].map((id) => [id, { cap: { ...none, ...cap }, own: { ...none, ...own } }])),
      new Map([['p 2026-11-25 EUR', spent]]),
      new Set(['instant']),
    );

  it('counts what those before it in the group have paid, and copies count apart', () => {
    const left = spending({ perDay: '10' }, {}, { all: '4.00', instant: '0' });
    const copy = left.copy();
    expect(left.refusalOf(payment('1', '6.00'))).toBeUndefined();
    left.add(payment('1', '6.00'));
    expect([left.refusalOf(payment('2', '0.01')), copy.refusalOf(payment('2', '6.00'))]).toEqual(['AM02', undefined]);
  });

  it('counts only instant payments for the limit of the customer', () => {
    const left = spending({}, { perDay: '5', perPayment: '4' });
    left.add(payment('9', '100', 'sepa'));
    expect([left.refusalOf(payment('1', '4.01')), left.refusalOf(payment('1', '4.00'))]).toEqual(['AM14', undefined]);
    left.add(payment('1', '4.00'));
    expect([left.refusalOf(payment('2', '1.01')), left.refusalOf(payment('2', '1.00'))]).toEqual(['AM14', undefined]);
  });

  it('is counted by customer, day and currency', () => {
    const left = spending({ perDay: '10' }, { perDay: '10' });
    expect([left.refusalOf(payment('1', '10.00')), left.refusalOf(payment('1', '10.01'))]).toEqual([undefined, 'AM02']);
    left.add(payment('1', '10.00'));
    const others = [{}, { psuId: 'q' }, { executionDate: '2026-11-26' }, { currency: 'ILS' }];
    expect(others.map((other) => left.refusalOf({ ...payment('2', '10.00'), ...other }))).toEqual([
      'AM02',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('may be counted for a single payment with bounds', () => {
    const bounds = { cap: { ...none, perDay: '10' }, own: none };
    const left = new Spending(new Map([['1', bounds]]), new Map(), new Set());
    const copy = left.copy();
    left.add(payment('9', '10.00'));
    expect([left.refusalOf(payment('1', '0.01')), copy.refusalOf(payment('1', '0.01'))]).toEqual(['AM02', undefined]);
  });

  it('is not bounded for payments without bounds', () => {
    expect(Spending.unbounded.refusalOf(payment('1', '1000000'))).toBeUndefined();
    expect(spending({ perPayment: '1' }, {}).refusalOf(payment('3', '2'))).toBeUndefined();
  });
});

describe('a bound per payment', () => {
  it.each([
    { perPayment: '12.50', perDay: '12.49', unreached: true },
    { perPayment: '12.50', perDay: '12.50', unreached: false },
    { perPayment: '9.00', perDay: '12.50', unreached: false },
    { perPayment: '12.50', perDay: null, unreached: false },
    { perPayment: null, perDay: '12.50', unreached: false },
    { perPayment: null, perDay: null, unreached: false },
  ])('of $perPayment is never reached where one of $perDay for a day is below it: $unreached', ({ unreached, ...bounds }) => {
    expect(isNeverReached(bounds)).toBe(unreached);
  });
});
