import {
  adjustmentsContracts,
  type AdjustmentView,
  directoryContracts,
  heldPaymentsContracts,
  paymentRulesContracts,
  type ProposalRow,
  proposalsContracts,
} from '@open-banking/contracts';
import { randomUUID } from 'node:crypto';
import { html, type Html } from '@open-banking/pages';
import { actForm } from './acts.js';
import { badge, code, link, older, table, time } from './parts.js';
import type { PageHandler, Visit } from './visit.js';

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
  const { rows, more } = await listed<AdjustmentView>(visit, '/adjustments', async (filter) => {
    const row = adjustmentsContracts.listAdjustments;
    const page = await visit.calls.call('ais-pis', row, filter);
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

function adjustmentRow(visit: Visit, one: AdjustmentView) {
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

/** What is decided: the payment with its amount, the consent, the client or the entry of a blocked creditor. */
function proposalSubject({ operation, paymentId, amount, currency, consentId, clientId, clientName, subject }: ProposalRow): Html {
  if (paymentId !== null) return html`payment ${link('payments', paymentId)} ${amount ?? ''} ${currency ?? ''}`;
  if (consentId !== null) return html`consent ${link('consents', consentId)}`;
  if (operation === paymentRulesContracts.unblockCreditor.id) return html`blocked creditor ${code(subject)}`;
  return html`client ${clientId === null ? code(subject) : link('clients', clientId)} ${clientName ?? ''}`;
}

const actsInWords: Readonly<Record<string, string>> = {
  [directoryContracts.removeClient.id]: 'the removal of client',
  [directoryContracts.erasePsu.id]: 'the erasure of customer',
  [heldPaymentsContracts.releaseHeldPayment.id]: 'the release of the payment of',
  [heldPaymentsContracts.refuseHeldPayment.id]: 'the refusal of the payment of',
  [paymentRulesContracts.unblockCreditor.id]: 'the removal of blocked creditor',
};

/** The act as its buttons name it. */
function inWords({ operation, amount, currency, consentId, clientName, subject }: ProposalRow): string {
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
  const { proposals: open } = await visit.calls.call('ais-pis', proposalsContracts.listProposals, {
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
  const { rows, more } = await listed<ProposalRow>(visit, '/proposals', async (filter) => {
    const row = proposalsContracts.listProposals;
    const page = await visit.calls.call('ais-pis', row, filter);
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
