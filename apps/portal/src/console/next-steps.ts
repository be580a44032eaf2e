import { html, type Html } from '@open-banking/pages';
import { aisPis, customerPages, developerPages, mandates, type Issuer } from '@open-banking/spec';
import { objectPath, type ObjectKind } from '../objects/object-kinds.js';
import type { Subject } from './console-state.js';
import { operationPath } from './operation-path.js';

const kinds: Readonly<Record<Issuer, ObjectKind>> = {
  consents: 'consent',
  payments: 'payment',
  mandates: 'mandate',
  cancellation: 'mandate',
};

/** The kind of the subject of a customer's decision. */
export const kindOf = ({ issuer }: Pick<Subject, 'issuer'>): ObjectKind => kinds[issuer];

const readOperations = { consent: aisPis.readConsent.id, payment: aisPis.readPayment.id, mandate: mandates.readMandate.id } as const;

/** Links to the pages that show a consent, payment or mandate, and to the operation that reads it. */
export function nextSteps(subject: Subject): Html {
  const name = kindOf(subject);
  return html`<h2 id="next">Next steps</h2>
<ul class="next">
${name === 'consent' && html`<li><a href="${operationPath(aisPis.listAccounts.id)}">Read the accounts</a></li>`}
<li><a href="${operationPath(readOperations[name])}">Read the ${name}</a></li>
<li><a href="${objectPath(name, subject.id)}">See the ${name}'s page and actions</a></li>
<li><a href="${customerPages.showCustomer.path}">See it as the customer</a></li>
<li><a href="${developerPages.showRequests.path}?object=${subject.id}">See its requests</a></li>
<li><a href="${developerPages.showNotifications.path}?object=${subject.id}">See its notifications</a></li>
</ul>`;
}
