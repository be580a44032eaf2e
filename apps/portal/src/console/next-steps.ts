import { html, type Html } from '@open-banking/pages';
import { aisPis, customerPages, developerPages, mandates, type Issuer } from '@open-banking/spec';
import type { StatefulKind } from '../objects/status-texts.js';
import type { Subject } from './console-state.js';
import { operationPath } from './operation-path.js';

/** The words for the subject of a customer's decision. */
export const subjectNames: Readonly<Record<Issuer, 'consent' | 'payment' | 'mandate'>> = {
  consents: 'consent',
  payments: 'payment',
  mandates: 'mandate',
  cancellation: 'mandate',
};

export const kindOf = ({ issuer }: Pick<Subject, 'issuer'>): StatefulKind => subjectNames[issuer];

const readOperations = { consent: aisPis.readConsent.id, payment: aisPis.readPayment.id, mandate: mandates.readMandate.id } as const;

/** The page of a consent, payment or mandate among the developer's own. */
export const objectPath = ({ issuer, id }: Pick<Subject, 'issuer' | 'id'>): string => `/developer/${subjectNames[issuer]}s/${id}`;

/** What can be done next with a consent, payment or mandate. */
export function nextSteps(subject: Subject): Html {
  const name = subjectNames[subject.issuer];
  return html`<h2 id="next">Next steps</h2>
<ul class="next">
<li><a href="${operationPath(readOperations[name])}">Read the ${name}</a></li>
<li><a href="${objectPath(subject)}">See its page</a></li>
<li><a href="${customerPages.showCustomer.path}">See it as the customer</a></li>
<li><a href="${developerPages.showRequests.path}?object=${subject.id}">See its requests</a></li>
<li><a href="${developerPages.showNotifications.path}">See its notifications</a></li>
</ul>`;
}
