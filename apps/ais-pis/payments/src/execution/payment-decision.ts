import { Money } from '@open-banking/messages';
import { transactionIdOf, type Reservation, type GroupFunds, type GroupPosting } from '@open-banking/ais-pis-ledger';
import type { Spending } from '../checks/spending.js';
import { creditorIban } from '../payee/creditor.js';
import type { Move } from '../payment-state-machine.service.js';
import type { OwnReason, PaymentReason } from '../payment-reason.js';
import type { TransactionStatus } from '../payment.js';
import type { PaymentProducts } from '../payment-products.js';
import { isOfBank, type Step } from './execution.js';
import type { PaymentToExecute } from './execution.statements.js';
import { debtorFacts, paymentLegs } from './payment-legs.js';

/** What becomes of a payment in its group. */
export interface PaymentDecision {
  readonly payment: PaymentToExecute;
  readonly move: Move;
  readonly posting?: GroupPosting;
  readonly reservation?: Reservation;
  readonly releases?: true;
  /** Clearing is told, or the core. */
  readonly instructs?: boolean;
}

export interface DuePayment {
  readonly payment: PaymentToExecute;
  readonly step: Exclude<Step, 'nothing'>;
  /** Why the bank does not execute it, whatever funds there are. */
  readonly refusal?: PaymentReason | undefined;
}

/** What those before a payment have left of the funds, and of what their customers may pay. */
export interface RemainingFunds {
  readonly funds: GroupFunds;
  readonly spending: Spending;
}

/** The reason for a payment whose customers may not decide for the account any more. */
export const previousOwners = 'DS0H' satisfies OwnReason;

/** What decisions depend on besides the payment and the funds. */
export interface DecisionRules {
  readonly bankCodes: readonly string[];
  readonly ledger: 'own' | 'core';
  readonly products: PaymentProducts;
}

/** Whether the payment needs its accounts: it does not wait, its approval counts, and its creditor can be paid. */
export const needsFunds = ({ payment, step }: DuePayment, bankCodes: readonly string[]): boolean =>
  step !== 'wait' && payment.isApprovedByOwners && unpayable(payment, bankCodes) === undefined;

/** Decides a payment by what is left, and takes it into account there. What is reserved already has been counted. */
export function decidePayment(due: DuePayment, { funds, spending }: RemainingFunds, rules: DecisionRules): PaymentDecision {
  const { payment, step, refusal } = due;
  // An approval counts only while the customer owns the account, on each day on which the payment proceeds.
  if (!payment.isApprovedByOwners) return rejection(payment, funds, previousOwners);
  if (step === 'wait') return { payment, move: { paymentId: payment.paymentId, path: ['ACTC', 'PDNG'] } };
  const isCounted = payment.status === 'ACFC';
  const refused = unpayable(payment, rules.bankCodes) ?? refusal ?? (isCounted ? undefined : spending.refusalOf(payment));
  if (refused) return rejection(payment, funds, refused);
  const decision = fundedDecision(due, funds, rules);
  if (!isCounted && decision.move.reason === undefined) spending.add(payment);
  return decision;
}

function fundedDecision({ payment, step }: DuePayment, funds: GroupFunds, rules: DecisionRules): PaymentDecision {
  if (step === 'reserve') return reserved(payment, funds, rules, ['ACFC']);
  if (rules.ledger === 'own') return booked(payment, funds, rules);
  return payment.status === 'ACFC' ? moved(payment) : reserved(payment, funds, rules, ['ACFC', 'ACSP']);
}

/** Its money is reserved already: the core is instructed. */
const moved = (payment: PaymentToExecute): PaymentDecision => ({
  payment,
  instructs: true,
  move: { paymentId: payment.paymentId, path: ['ACFC', 'ACSP'] },
});

/** Reserves amount and fee until the day of execution or, where the core books, until its entry comes. */
function reserved(
  payment: PaymentToExecute,
  funds: GroupFunds,
  { ledger, products }: DecisionRules,
  path: readonly TransactionStatus[],
): PaymentDecision {
  const { paymentId, product, currency, amount, fee, executionDate, status, debtorAccountId } = payment;
  const reservation: Reservation = {
    subject: paymentId,
    accountId: debtorAccountId!,
    amount: Money.of(currency, amount).plus(Money.of(currency, fee)),
    valueDate: executionDate!,
    facts: debtorFacts(payment, products.schemeOfPayment(product)),
    ...(ledger === 'core' && { transactionId: transactionIdOf(paymentId) }),
  };
  const refused = funds.reserve(reservation.accountId, reservation.amount);
  if (refused) return rejection(payment, funds, refused.refused);
  return { payment, reservation, instructs: path.includes('ACSP'), move: { paymentId, path: [status, ...path] } };
}

/** Debits the debtor and, in the same posting, credits a creditor at this bank. Other creditors are paid through clearing. */
function booked(payment: PaymentToExecute, funds: GroupFunds, { products }: DecisionRules): PaymentDecision {
  const { paymentId, product, status, debtorAccountId, creditorAccountId } = payment;
  const legs = paymentLegs(payment, products.schemeOfPayment(product));
  const posting: GroupPosting = { kind: 'PAYMENT', subject: paymentId, legs, releasesReservation: status === 'ACFC' };
  const refused = funds.post(posting);
  if (refused) return rejection(payment, funds, refused.accountId === debtorAccountId ? refused.refused : 'AC07');
  const path: TransactionStatus[] = [...(status === 'ACFC' ? [] : [status]), 'ACFC', 'ACSP'];
  return {
    payment,
    posting,
    instructs: creditorAccountId === null,
    move: { paymentId, path: creditorAccountId === null ? path : [...path, 'ACCC'] },
  };
}

function rejection(payment: PaymentToExecute, funds: GroupFunds, reason: PaymentReason): PaymentDecision {
  const { paymentId, status } = payment;
  const move: Move = { paymentId, path: [status, 'RJCT'], reason };
  if (status !== 'ACFC') return { payment, move };
  funds.release(paymentId);
  return { payment, move, releases: true };
}

function unpayable(
  { request, currency, creditorAccountId, creditorCurrency }: PaymentToExecute,
  bankCodes: readonly string[],
): PaymentReason | undefined {
  if (creditorAccountId !== null) return creditorCurrency === currency ? undefined : 'AM03';
  return isOfBank(creditorIban(request.creditorAccount), bankCodes) ? 'AC01' : undefined;
}
