import { Money } from '@open-banking/messages';
import type { InstructedPayment } from '@open-banking/contracts';
import type { Difference } from './difference.js';

/** The amount of a payment that clearing owes the bank, or the bank clearing, by its answer: zero if the money came back. */
const owedBy = ({ state, currency, amount }: InstructedPayment): Money =>
  state === 'REJECTED' || state === 'RETURNED' ? Money.zero(currency) : Money.of(currency, amount);

export const ofPayment = ({ paymentId, instructionId, currency, amount, instructedOn }: InstructedPayment) =>
  ({ of: 'payment', id: paymentId, instructionId, currency, amount, date: instructedOn }) as const;

/** An instruction with its answer against the postings of its payment on the clearing account. */
export function bookDifferences(payment: InstructedPayment): Difference[] {
  const { currency, state } = payment;
  if (payment.byCore) return [];
  if (payment.posted === null)
    return [{ kind: 'missing-here', ...ofPayment(payment), text: 'is instructed, and nothing is posted on the clearing account' }];
  const [instructed, posted] = [Money.of(currency, payment.amount), Money.of(currency, payment.posted)];
  if (!posted.equals(instructed))
    return [{ kind: 'amount-differs', ...ofPayment(payment), text: `is instructed with ${instructed} and posted with ${posted}` }];
  const [balance, owed] = [Money.of(currency, payment.balance), owedBy(payment)];
  if (balance.equals(owed)) return [];
  if (owed.isZero && balance.equals(posted))
    return [
      {
        kind: 'missing-here',
        ...ofPayment(payment),
        text: `is answered ${state}, and the money is not posted back from the clearing account`,
      },
    ];
  return [
    {
      kind: 'amount-differs',
      ...ofPayment(payment),
      text: `is answered ${state}: the clearing account must have ${owed} of it, and has ${balance}`,
    },
  ];
}
