import { heldPaymentsContracts } from '@open-banking/contracts';
import { html, type Html } from '@open-banking/pages';
import { actForm } from './acts.js';
import { openProposals } from './decisions.js';
import { badge, code, facts, link, older, table, time } from './parts.js';
import type { PageHandler, Visit } from './visit.js';

const by = (who: string): string => (who === 'time-out' ? 'no answer in time' : "the bank's check");

/** What waits for a person, the oldest first. */
export const heldPayments: PageHandler = async ({ calls, query }) => {
  const after = query.get('after');
  const { payments, next } = await calls.call('ais-pis', heldPaymentsContracts.listHeldPayments, { ...(after && { after }) });
  return {
    title: 'Held payments',
    content: html`<h1>Held payments</h1><p>They wait for a person before they are executed. Each is decided on its page.</p>${table(
      ['Held since (UTC)', 'Payment', 'Amount', 'Product', 'Status', 'Held by', 'Note', 'Refused at'],
      payments.map((one) => [
        time(one.heldSince),
        link('payments', one.paymentId),
        `${one.amount} ${one.currency}`,
        code(one.product),
        badge(one.transactionStatus),
        html`${by(one.heldBy)}${one.contradictedBy !== null && html` ${badge('contradicted', 'bad')}`}`,
        one.note ?? undefined,
        time(one.endsBy),
      ]),
      'None is held.',
    )}${next && older('/held', { after: next })}`,
  };
};

/** On the page of a payment: why it is held, and what an operator can do about it; nothing for one that is not. */
export async function heldPart(visit: Visit, paymentId: string): Promise<Html | undefined> {
  const { payments } = await visit.calls.call('ais-pis', heldPaymentsContracts.listHeldPayments, { paymentId });
  const [held] = payments;
  if (!held) return undefined;
  return html`<h2>Held</h2>${facts({
    'Since (UTC)': time(held.heldSince),
    By: by(held.heldBy),
    Note: held.note,
    'Refused by itself at': time(held.endsBy),
    'Answered since': code(held.contradictedBy),
  })}${await openProposals(visit, paymentId)}${actForm(visit, 'releaseHeldPayment', { paymentId }, 'this payment, which moves money')}${actForm(visit, 'refuseHeldPayment', { paymentId }, 'this payment')}`;
}
