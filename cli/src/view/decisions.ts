import { randomUUID } from 'node:crypto';
import { html, type Html } from '@open-banking/pages';
import { adjustmentsInternal, directoryInternal, heldPaymentsInternal, paymentRulesInternal, proposalsInternal } from '@open-banking/spec';
import { actForm } from './acts.js';
import { badge, code, link, older, table, time } from './parts.js';
import type { Handle, Visit } from './visit.js';

interface Adjustment extends Readonly<Record<'adjustmentId' | 'iban' | 'reason' | 'state' | 'proposedBy' | 'proposedAt', string>> {
  readonly amount: { readonly currency: string; readonly amount: string };
  readonly decidedBy?: string;
}

export const adjustments: Handle = async (visit) => {
  const after = visit.query.get('after');
  const { adjustments: all, next } = await visit.calls.call<{ adjustments: readonly Adjustment[]; next?: string }>(
    'ais-pis',
    adjustmentsInternal.listAdjustments,
    { ...(after && { after }) },
  );
  return {
    title: 'Adjustments',
    content: html`<h1>Adjustments</h1>${table(
      ['Proposed (UTC)', 'By', 'Account', 'Amount', 'Reason', 'State', 'Act'],
      all.map((one) => {
        const { adjustmentId, amount, state, proposedBy, decidedBy } = one;
        const of = `${amount.amount} ${amount.currency} on ${one.iban}`;
        return [
          time(one.proposedAt),
          proposedBy,
          code(one.iban),
          `${amount.amount} ${amount.currency}`,
          one.reason,
          html`${badge(state)} ${decidedBy}`,
          state === 'PROPOSED' && decisions(visit, 'Adjustment', { adjustmentId }, proposedBy, of),
        ].map(orNothing);
      }),
      'There are none.',
    )}${next && older('/adjustments', { after: next })}<h2>Propose one</h2>${actForm(visit, 'proposeAdjustment', { adjustmentId: randomUUID() }, 'an adjustment') ?? html`<p>This needs the role act.</p>`}`,
  };
};

interface Proposal
  extends
    Readonly<Record<'proposalId' | 'operation' | 'subject' | 'state' | 'proposedBy' | 'proposedAt', string>>,
    Readonly<Record<'paymentId' | 'amount' | 'currency' | 'consentId' | 'clientId' | 'clientName' | 'decidedBy', string | null>> {
  readonly request: object | null;
}

/** What is decided: the payment with its amount, the consent, the client or the entry of a blocked creditor. */
function subjectOf({ operation, paymentId, amount, currency, consentId, clientId, clientName, subject }: Proposal): Html {
  if (paymentId !== null) return html`payment ${link('payments', paymentId)} ${amount ?? ''} ${currency ?? ''}`;
  if (consentId !== null) return html`consent ${link('consents', consentId)}`;
  if (operation === paymentRulesInternal.unblockCreditor.id) return html`blocked creditor ${code(subject)}`;
  return html`client ${clientId === null ? code(subject) : link('clients', clientId)} ${clientName ?? ''}`;
}

const actsInWords: Readonly<Record<string, string>> = {
  [directoryInternal.removeClient.id]: 'the removal of client',
  [directoryInternal.erasePsu.id]: 'the erasure of customer',
  [heldPaymentsInternal.releaseHeldPayment.id]: 'the release of the payment of',
  [heldPaymentsInternal.refuseHeldPayment.id]: 'the refusal of the payment of',
  [paymentRulesInternal.unblockCreditor.id]: 'the removal of blocked creditor',
};

/** The act as its buttons name it. */
function inWords({ operation, amount, currency, consentId, clientName, subject }: Proposal): string {
  if (amount !== null) return `${actsInWords[operation] ?? 'the decision on the payment of'} ${amount} ${currency ?? ''}`;
  if (consentId !== null) return `the end of consent ${consentId}`;
  return `${actsInWords[operation] ?? operation} ${clientName ?? subject}`;
}

const requestOf = (request: object | null): string | undefined =>
  request
    ? Object.entries(request)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ')
    : undefined;

/** What is proposed to be done to one thing and waits for a second operator, with its decision. */
export async function openProposals(visit: Visit, subject: string): Promise<Html | undefined> {
  const { proposals: open } = await visit.calls.call<{ proposals: readonly Proposal[] }>('ais-pis', proposalsInternal.listProposals, {
    state: 'PROPOSED',
    subject,
  });
  if (open.length === 0) return undefined;
  const rows = open.map((one) => [
    time(one.proposedAt),
    one.proposedBy,
    code(one.operation),
    requestOf(one.request),
    decisions(visit, 'Proposal', { proposalId: one.proposalId }, one.proposedBy, inWords(one)),
  ]);
  return html`<h2>Waits for a second operator</h2>${table(['Proposed (UTC)', 'By', 'Act', 'With', 'Decide'], rows, '')}`;
}

export const proposals: Handle = async (visit) => {
  const after = visit.query.get('after');
  const { proposals: all, next } = await visit.calls.call<{ proposals: readonly Proposal[]; next?: string }>(
    'ais-pis',
    proposalsInternal.listProposals,
    { ...(after && { after }) },
  );
  return {
    title: 'Proposals',
    content: html`<h1>Proposals</h1><p>Acts that need a second operator (<code>SECOND_OPERATOR</code>).</p>${table(
      ['Proposed (UTC)', 'By', 'Act', 'On', 'With', 'State', 'Decide'],
      all.map((one) => {
        const { proposalId, operation, state, proposedBy, proposedAt, request, decidedBy } = one;
        return [
          time(proposedAt),
          proposedBy,
          code(operation),
          subjectOf(one),
          requestOf(request),
          html`${badge(state)} ${decidedBy ?? ''}`,
          state === 'PROPOSED' && decisions(visit, 'Proposal', { proposalId }, proposedBy, inWords(one)),
        ].map(orNothing);
      }),
      'There are none.',
    )}${next && older('/proposals', { after: next })}`,
  };
};

const orNothing = <T>(cell: T | false): T | undefined => (cell === false ? undefined : cell);

/** Who proposed it may withdraw it, and not approve it. */
const decisions = (
  visit: Visit,
  what: 'Adjustment' | 'Proposal',
  params: Readonly<Record<string, string>>,
  proposedBy: string,
  of: string,
): Html =>
  html`${proposedBy !== visit.calls.name && actForm(visit, `approve${what}`, params, of)}${actForm(visit, `refuse${what}`, params, of)}`;
