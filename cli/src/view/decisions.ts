import { randomUUID } from 'node:crypto';
import { html, type Html } from '@open-banking/pages';
import { adjustmentsInternal, directoryInternal, heldPaymentsInternal, paymentRulesInternal, proposalsInternal } from '@open-banking/spec';
import { actForm } from './acts.js';
import { badge, code, link, older, table, time } from './parts.js';
import type { PageHandler, Visit } from './visit.js';

interface Adjustment extends Readonly<Record<'adjustmentId' | 'iban' | 'reason' | 'state' | 'proposedBy' | 'proposedAt', string>> {
  readonly amount: { readonly currency: string; readonly amount: string };
  readonly decidedBy?: string;
}

interface RowList<Row> {
  readonly rows: readonly Row[];
  readonly more: Html;
}

/** A page of a list: on its first page everything that waits for a decision comes first; the rest is newest first, in pages. */
async function listed<Row extends { readonly state: string }>(
  visit: Visit,
  path: string,
  read: (filter: object) => Promise<{ readonly rows: readonly Row[]; readonly next?: string | undefined }>,
): Promise<RowList<Row>> {
  const [after, isWaiting] = [visit.query.get('after'), visit.query.get('of') === 'waiting'];
  const from = after ? { after } : {};
  const waiting = isWaiting || !after ? await read({ state: 'PROPOSED', ...(isWaiting && from) }) : { rows: [] };
  const decided = isWaiting ? { rows: [] } : await read(from);
  return {
    rows: [...waiting.rows, ...decided.rows.filter(({ state }) => state !== 'PROPOSED')],
    more: html`${waiting.next && html`<p><a href="${path}?of=waiting&after=${waiting.next}">More to decide</a></p>`}${decided.next && older(path, { after: decided.next })}`,
  };
}

export const adjustments: PageHandler = async (visit) => {
  const { rows, more } = await listed<Adjustment>(visit, '/adjustments', async (filter) => {
    const row = adjustmentsInternal.listAdjustments;
    const page = await visit.calls.call<{ adjustments: readonly Adjustment[]; next?: string }>('ais-pis', row, filter);
    return { rows: page.adjustments, next: page.next };
  });
  return {
    title: 'Adjustments',
    content: html`<h1>Adjustments</h1>${table(
      ['Proposed (UTC)', 'By', 'Account', 'Amount', 'Reason', 'State', 'Act'],
      rows.map((one) => adjustmentRow(visit, one)),
      'There are none.',
    )}${more}<h2>Propose one</h2>${actForm(visit, 'proposeAdjustment', { adjustmentId: randomUUID() }, 'an adjustment') ?? html`<p>This needs the role act.</p>`}`,
  };
};

function adjustmentRow(visit: Visit, one: Adjustment) {
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
}

interface Proposal
  extends
    Readonly<Record<'proposalId' | 'operation' | 'subject' | 'state' | 'proposedBy' | 'proposedAt', string>>,
    Readonly<Record<'paymentId' | 'amount' | 'currency' | 'consentId' | 'clientId' | 'clientName' | 'decidedBy', string | null>> {
  readonly request: object | null;
}

/** What is decided: the payment with its amount, the consent, the client or the entry of a blocked creditor. */
function proposalSubject({ operation, paymentId, amount, currency, consentId, clientId, clientName, subject }: Proposal): Html {
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

const requestText = (request: object | null): string | undefined =>
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
    requestText(one.request),
    decisions(visit, 'Proposal', { proposalId: one.proposalId }, one.proposedBy, inWords(one)),
  ]);
  return html`<h2>Waits for a second operator</h2>${table(['Proposed (UTC)', 'By', 'Act', 'With', 'Decide'], rows, '')}`;
}

export const proposals: PageHandler = async (visit) => {
  const { rows, more } = await listed<Proposal>(visit, '/proposals', async (filter) => {
    const row = proposalsInternal.listProposals;
    const page = await visit.calls.call<{ proposals: readonly Proposal[]; next?: string }>('ais-pis', row, filter);
    return { rows: page.proposals, next: page.next };
  });
  return {
    title: 'Proposals',
    content: html`<h1>Proposals</h1><p>Acts that need a second operator (<code>SECOND_OPERATOR</code>).</p>${table(
      ['Proposed (UTC)', 'By', 'Act', 'On', 'With', 'State', 'Decide'],
      rows.map((one) => {
        const { proposalId, operation, state, proposedBy, proposedAt, request, decidedBy } = one;
        return [
          time(proposedAt),
          proposedBy,
          code(operation),
          proposalSubject(one),
          requestText(request),
          html`${badge(state)} ${decidedBy ?? ''}`,
          state === 'PROPOSED' && decisions(visit, 'Proposal', { proposalId }, proposedBy, inWords(one)),
        ].map(orNothing);
      }),
      'There are none.',
    )}${more}`,
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
