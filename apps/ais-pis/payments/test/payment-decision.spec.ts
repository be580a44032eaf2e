import { Decimal, Money } from '@open-banking/messages';
import { GroupFunds } from '@open-banking/ais-pis-ledger';
import { Spending, type Bounds } from '../src/checks/spending.js';
import type { PaymentToExecute } from '../src/execution/execution.statements.js';
import { PaymentProducts } from '../src/payment-products.js';
import { decidePayment, needsFunds, type DecisionRules, type DuePayment } from '../src/execution/payment-decision.js';

const none: Bounds = { perPayment: null, perDay: null };
const own: DecisionRules = { bankCodes: ['IL097'], ledger: 'own', products: new PaymentProducts() };
const core: DecisionRules = { ...own, ledger: 'core' };

const toAnotherBank: PaymentToExecute = {
  ...{ paymentId: '11111111-2222-3333-4444-555555555555', clientId: 'c', psuId: 'p', product: 'sepa-credit-transfers' },
  ...{ status: 'ACTC', currency: 'EUR', amount: '12.50', fee: '1.00', requested: null },
  ...{ executionDate: '2026-11-25', approvedDate: '2026-11-25' },
  ...{ debtorAccountId: 'd', debtorIban: 'IL620970000000099999912', debtorName: 'Noa', debtorLatinName: null, debtorAgent: 'OBANILIT' },
  isApprovedByOwners: true,
  ...{ creditorAccountId: null, creditorCurrency: null, hasRules: false, checkState: null, checkHash: null, checkReason: null },
  request: { creditorAccount: { iban: 'DE89370400440532013000' }, creditorName: 'Bookshop' } as PaymentToExecute['request'],
};
const withinTheBank: PaymentToExecute = { ...toAnotherBank, creditorAccountId: 'c', creditorCurrency: 'EUR' };
const isReserved = (payment: PaymentToExecute): PaymentToExecute => ({ ...payment, status: 'ACFC' });

/** An account with just enough for the payment and its fee, or with its money reserved already. */
const left = (available = '13.50', reserved?: string) => ({
  funds: new GroupFunds(
    new Map([
      ['d', { accountId: 'd', currency: 'EUR', status: 'enabled', available }],
      ['c', { accountId: 'c', currency: 'EUR', status: 'enabled', available: '0' }],
    ]),
    new Map(reserved ? [[toAnotherBank.paymentId, { accountId: 'd', amount: new Decimal(reserved) }]] : []),
  ),
  spending: Spending.unbounded,
});
const capped = (perDay: string) =>
  new Spending(new Map([[toAnotherBank.paymentId, { cap: { ...none, perDay }, own: none }]]), new Map(), new Set());
const decided = (payment: PaymentToExecute, { step = 'book', refusal }: Partial<DuePayment> = {}, of = left(), rules = own) =>
  decidePayment({ payment, step, refusal }, of, rules);
const path = (...given: Parameters<typeof decided>) => decided(...given).move;
const moveOf = (...statuses: string[]) => ({ paymentId: toAnotherBank.paymentId, path: statuses });

describe('a payment that is due', () => {
  it('waits for its day without touching the funds', () => {
    const of = left('0');
    expect(decided(toAnotherBank, { step: 'wait', refusal: 'AG03' as never }, of)).toEqual({
      payment: toAnotherBank,
      move: moveOf('ACTC', 'PDNG'),
    });
  });

  it('to another bank debits amount and fee, and instructs clearing', () => {
    const { move, posting, instructs, reservation, releases } = decided(toAnotherBank);
    expect({ move, instructs, reservation, releases }).toEqual({ move: moveOf('ACTC', 'ACFC', 'ACSP'), instructs: true });
    expect(posting).toMatchObject({ kind: 'PAYMENT', subject: toAnotherBank.paymentId, releasesReservation: false });
    expect(posting!.legs.map(({ amount }) => String(amount))).toEqual(['-12.50', '12.50', '-1.00', '1.00']);
  });

  it('within the bank credits the creditor at once, and instructs nobody', () => {
    const { move, instructs } = decided(withinTheBank);
    expect({ move, instructs }).toEqual({ move: moveOf('ACTC', 'ACFC', 'ACSP', 'ACCC'), instructs: false });
  });

  it('is rejected, whatever its step, where those who approved it may not decide for the account any more, and gives back what is reserved', () => {
    const unowned = { ...toAnotherBank, isApprovedByOwners: false };
    for (const step of ['wait', 'reserve', 'book'] as const)
      expect(decided(unowned, { step })).toEqual({ payment: unowned, move: { ...moveOf('ACTC', 'RJCT'), reason: 'DS0H' } });
    expect(decided(isReserved(unowned), {}, left('0', '13.50'))).toMatchObject({ releases: true, move: { reason: 'DS0H' } });
    expect(needsFunds({ payment: unowned, step: 'book' }, own.bankCodes)).toBe(false);
  });

  it('is rejected for a cent too little', () => {
    expect(decided(toAnotherBank, {}, left('13.49'))).toEqual({
      payment: toAnotherBank,
      move: { ...moveOf('ACTC', 'RJCT'), reason: 'AM04' },
    });
    expect(path(toAnotherBank, { step: 'reserve' }, left('13.49'))).toMatchObject({ reason: 'AM04' });
  });

  it("is rejected with AC07 if it is the creditor's account that refuses, whatever its reason", () => {
    const closed = (accountId: string) => ({
      ...left(),
      funds: new GroupFunds(
        new Map(
          ['c', 'd'].map((id) => [
            id,
            { accountId: id, currency: 'EUR', status: id === accountId ? 'deleted' : 'enabled', available: '100' },
          ]),
        ),
        new Map(),
      ),
    });
    expect([path(withinTheBank, {}, closed('c')).reason, path(withinTheBank, {}, closed('d')).reason]).toEqual(['AC07', 'AC04']);
  });

  it('is rejected for its creditor before anything else is looked at', () => {
    const refusal = 'AG03' as never;
    expect(path({ ...withinTheBank, creditorCurrency: 'ILS' }, { refusal }).reason).toBe('AM03');
    const unknownHere = { ...toAnotherBank, request: { ...toAnotherBank.request, creditorAccount: { iban: 'IL620970000000099999913' } } };
    expect(path(unknownHere, { refusal }).reason).toBe('AC01');
    expect(path(unknownHere, {}, left(), { ...own, bankCodes: ['IL098'] }).reason).toBeUndefined();
    expect(path(withinTheBank, { refusal })).toEqual({ ...moveOf('ACTC', 'RJCT'), reason: 'AG03' });
  });

  it('is not tried on the accounts if it waits or cannot be paid', () => {
    const needs = (payment: PaymentToExecute, step: DuePayment['step'] = 'book') => needsFunds({ payment, step }, own.bankCodes);
    expect([needs(toAnotherBank), needs(toAnotherBank, 'reserve'), needs(toAnotherBank, 'wait')]).toEqual([true, true, false]);
    expect(needs({ ...withinTheBank, creditorCurrency: 'ILS' })).toBe(false);
  });

  it('has its money reserved until its day', () => {
    const of = left();
    const { move, reservation, instructs, posting } = decided(toAnotherBank, { step: 'reserve' }, of);
    expect({ move, instructs, posting }).toEqual({ move: moveOf('ACTC', 'ACFC'), instructs: false });
    expect(reservation).toMatchObject({ subject: toAnotherBank.paymentId, accountId: 'd', valueDate: '2026-11-25' });
    expect([String(reservation!.amount), 'transactionId' in reservation!]).toEqual(['13.50', false]);
    expect(of.funds.reserve('d', Money.of('EUR', '0.01'))).toMatchObject({ refused: 'AM04' });
  });

  it('is paid on its day with what is reserved for it', () => {
    const { move, posting } = decided(isReserved(toAnotherBank), {}, left('0', '13.50'));
    expect([move, posting!.releasesReservation]).toEqual([moveOf('ACFC', 'ACSP'), true]);
    expect(path(isReserved(toAnotherBank), {}, left('0', '13.49')).reason).toBe('AM04');
  });

  it('gives back what is reserved for it if it is rejected after all', () => {
    const of = left('0', '13.50');
    expect(decided(isReserved(toAnotherBank), { refusal: 'AG03' as never }, of)).toEqual({
      payment: isReserved(toAnotherBank),
      move: { ...moveOf('ACFC', 'RJCT'), reason: 'AG03' },
      releases: true,
    });
    expect(of.funds.reserve('d', Money.of('EUR', '13.50'))).toBeUndefined();
  });
});

describe('a payment that is due where the core keeps the books', () => {
  it('is reserved here and instructs the core, which books it', () => {
    const { move, reservation, instructs, posting } = decided(toAnotherBank, {}, left(), core);
    expect({ move, instructs, posting }).toEqual({ move: moveOf('ACTC', 'ACFC', 'ACSP'), instructs: true });
    expect(reservation!.transactionId).toBe('11111111222233334444555555555555');
  });

  it('instructs the core only, if its money is reserved already', () => {
    expect(decided(isReserved(toAnotherBank), {}, left('0', '13.50'), core)).toEqual({
      payment: isReserved(toAnotherBank),
      instructs: true,
      move: moveOf('ACFC', 'ACSP'),
    });
  });

  it('is only reserved before its day', () => {
    const { move, instructs } = decided(toAnotherBank, { step: 'reserve' }, left(), core);
    expect({ move, instructs }).toEqual({ move: moveOf('ACTC', 'ACFC'), instructs: false });
  });
});

describe('what customers have spent', () => {
  it('counts a payment that is executed, and rejects the next beyond the cap', () => {
    const of = { ...left('100'), spending: capped('25.00') };
    expect([1, 2, 3].map(() => path(toAnotherBank, {}, of).reason)).toEqual([undefined, undefined, 'AM02']);
  });

  it('does not count one that is rejected', () => {
    const of = { ...left('0'), spending: capped('12.50') };
    expect(path(toAnotherBank, {}, of).reason).toBe('AM04');
    expect(path(toAnotherBank, {}, { ...left(), spending: of.spending }).reason).toBeUndefined();
  });

  it('has counted a reserved payment already', () => {
    const spending = capped('12.50');
    expect(path(toAnotherBank, { step: 'reserve' }, { ...left(), spending }).reason).toBeUndefined();
    expect(path(isReserved(toAnotherBank), {}, { ...left('0', '13.50'), spending }).reason).toBeUndefined();
    const unused = capped('12.50');
    expect(path(isReserved(toAnotherBank), {}, { ...left('0', '13.50'), spending: unused }).reason).toBeUndefined();
    expect(path(toAnotherBank, {}, { ...left(), spending: unused }).reason).toBeUndefined();
  });
});
