import type { DeveloperConsent, DeveloperMandate, DeveloperPayment } from '@open-banking/contracts';
import { html, utcTime, type Html } from '@open-banking/pages';
import { utcMinute } from '../visit/instant.js';
import type { DeveloperObject } from './developer-objects.service.js';
import { otherBankReasons } from './object-actions.js';
import { statesPassed } from './states-passed.js';
import { statusText } from '../reference/status-texts.js';

type Fact = readonly [name: string, value: Html | string] | false;

const factList = (facts: readonly Fact[]): Html =>
  html`<dl class="facts">${facts.map((fact) => fact && html`<dt>${fact[0]}</dt><dd>${fact[1]}</dd>`)}</dl>`;

/** A fact that may be missing. */
const given = (name: string, value: string | null): Fact => value !== null && [name, value];
const instant = (name: string, at: string | null): Fact => at !== null && [name, utcMinute(at)];

const codes = (values: readonly string[]): Html => html`${values.map((value, at) => html`${at > 0 && ', '}<code>${value}</code>`)}`;
type Money = DeveloperPayment['amount'];
export const moneyText = ({ amount, currency }: Money): string => `${amount} ${currency}`;

function consentFacts(facts: DeveloperConsent): Fact[] {
  const { kind, requested, recurring, frequencyPerDay, grants, everywhere } = facts;
  return [
    ['Kind', html`<code>${kind}</code>`],
    ['Asked for', codes(requested)],
    everywhere !== null && ['Granted', html`${codes(everywhere)} for everything that the customer has`],
    grants.length > 0 && ['Granted', grantList(grants)],
    [
      'Access',
      recurring ? `until ${facts.validUntil}, ${readsText(frequencyPerDay)} while the customer is away` : 'for 24 hours after the approval',
    ],
    instant('Approve until', facts.approveBy),
    instant('Ends', facts.endsAt),
    instant('Reads used up until', facts.readsUsedUpUntil),
  ];
}

const readsText = (count: number): string => (count === 1 ? 'one read in 24 hours' : `${count} reads in 24 hours`);

const grantList = (grants: DeveloperConsent['grants']): Html =>
  html`<ul class="plain">${grants.map(({ kind, account, permissions }) => html`<li>${kind} <code>${account}</code>: ${codes(permissions)}</li>`)}</ul>`;

function paymentFacts(facts: DeveloperPayment): Fact[] {
  const { creditorName, creditorAccount, clearingAnswer, clearing, isInternal, requestedExecutionDate } = facts;
  return [
    ['Product', html`<code>${facts.product}</code>`],
    ['Amount', moneyText(facts.amount)],
    Number(facts.fee) > 0 && ['Fee', moneyText({ ...facts.amount, amount: facts.fee })],
    given('Creditor', creditorName),
    creditorAccount !== null && ['Creditor’s account', html`<code>${creditorAccount}</code>${isInternal && ' at this bank'}`],
    given('Remittance information', facts.remittance),
    given('Requested date', requestedExecutionDate),
    given('Executed on', facts.executionDate),
    instant('Approve until', facts.approveBy),
    clearing !== null && ['Clearing', html`<code>${clearing}</code>`],
    clearingAnswer !== null && [
      'Other bank',
      `set to answer “${clearingAnswer.answer}” with ${clearingAnswer.reason}: ${otherBankReasons[clearingAnswer.reason] ?? ''}`,
    ],
  ];
}

function mandateFacts(facts: DeveloperMandate): Fact[] {
  const { collectionAmount, maximumAmount, frequency, suspendedBy } = facts;
  return [
    ['Creditor', html`${facts.creditorName} <code>${facts.creditorScheme}</code>`],
    ['Mandate id', html`<code>${facts.mandateId}</code>`],
    ['Debtor', facts.debtorName],
    ['Scheme', html`<code>${facts.scheme}</code> <code>${facts.sequence}</code>${frequency !== null && html` <code>${frequency}</code>`}`],
    collectionAmount !== null && ['Amount of each collection', moneyText(collectionAmount)],
    maximumAmount !== null && ['Highest amount', moneyText(maximumAmount)],
    given('First collection', facts.firstCollectionDate),
    given('Last collection', facts.finalCollectionDate),
    given('Signed on', facts.dateOfSignature),
    instant('Approve until', facts.approveBy),
    suspendedBy !== null && ['Suspended by', suspendedBy === 'bank' ? 'the bank' : 'the customer'],
  ];
}

const kindFacts = (object: DeveloperObject): Fact[] => {
  if (object.kind === 'consent') return consentFacts(object.facts);
  return object.kind === 'payment' ? paymentFacts(object.facts) : mandateFacts(object.facts);
};

/** The facts of one object. `client` and `customer` are their names as the page shows them. */
export const objectFacts = (object: DeveloperObject, client: Html, customer: Html | undefined): Html =>
  factList([
    ['Client', client],
    customer !== undefined && ['Customer', customer],
    ...kindFacts(object),
    ['Created', utcTime(object.createdAt, 'second', ' UTC')],
    ['Id', html`<code>${object.objectId}</code>`],
  ]);

/** The summary of an object for one cell of a list. */
export function objectSummary(object: DeveloperObject): Html {
  if (object.kind === 'consent') return html`${codes(object.facts.requested)}`;
  if (object.kind === 'payment') {
    const { amount, creditorName } = object.facts;
    return html`${moneyText(amount)}${creditorName !== null && html` to ${creditorName}`}`;
  }
  const { creditorName, mandateId } = object.facts;
  return html`${creditorName} <code>${mandateId}</code>`;
}

/** Collections of a mandate, and the client's request to cancel it. */
export function mandateSections({ collections, cancellation }: DeveloperMandate): Html {
  return html`${cancellation !== null && cancellationSection(cancellation)}
<h2>Collections</h2>${collections.length === 0 ? html`<p>There are no collections yet.</p>` : collectionTable(collections)}`;
}

function cancellationSection({ state, askedAt, closedAt }: NonNullable<DeveloperMandate['cancellation']>): Html {
  const states = [{ status: 'pending', at: askedAt }, ...(state === 'pending' ? [] : [{ status: state, at: closedAt }])];
  return html`<h2>Cancellation</h2><p>${statusText('cancellation', state)?.says}</p>${statesPassed(states)}`;
}

const collectionTable = (collections: DeveloperMandate['collections']): Html =>
  html`<div class="scroll"><table><thead><tr><th scope="col">Presented</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Meaning</th></tr></thead><tbody>
${collections.map(
  ({ presentedAt, amount, state, reason, text, refundedOn }) =>
    html`<tr><td>${utcTime(presentedAt, 'second', ' UTC')}</td><td class="number">${moneyText(amount)}</td><td><code>${state}</code>${reason !== null && html` <code>${reason}</code>`}</td><td>${text ?? false} ${statusText('collection', state)?.says}${refundedOn !== null && ` It was refunded on ${refundedOn}.`}</td></tr>`,
)}</tbody></table></div>`;
