import { backgroundContracts, directoryContracts, lookupsContracts, mandateLookupsContracts } from '@open-banking/contracts';
import { html, type Html } from '@open-banking/pages';
import type { Service } from '@open-banking/spec';
import { isUuid } from '../uuid.js';
import { actForm } from './acts.js';
import { auditTable } from './audit-table.js';
import { openProposals } from './decisions.js';
import { heldPart } from './held-payments.js';
import { instructionPart } from './instruction-part.js';
import { badge, code, facts, link, older, table, time } from './parts.js';
import type { PageHandler, PageResult, Visit } from './visit.js';

interface Owner {
  readonly psuId: string;
  readonly initials?: string;
  readonly approvedAt: string;
}
interface Change {
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
  readonly at: string;
}
const unknown = (what: string, id: string): PageResult => ({
  title: 'Not found',
  status: 404,
  content: html`<h1>Not found</h1><p>There is no ${what} with the id <code>${id}</code>.</p>`,
});

/** Finds out what an id belongs to. */
export const search: PageHandler = async ({ query, calls }) => {
  const id = (query.get('id') ?? '').trim();
  if (id === '') return { goTo: '/' };
  const [client, consent, payment, mandate] = await Promise.all([
    calls.find('ais-pis', lookupsContracts.inspectClient, { clientId: id }),
    isUuid(id) ? calls.find('ais-pis', lookupsContracts.inspectConsent, { consentId: id }) : undefined,
    isUuid(id) ? calls.find('ais-pis', lookupsContracts.inspectPayment, { paymentId: id }) : undefined,
    isUuid(id) ? calls.find('mandates', mandateLookupsContracts.inspectMandate, { resourceId: id }).catch(() => undefined) : undefined,
  ]);
  const kinds = { clients: client, consents: consent, payments: payment, mandates: mandate };
  const found = Object.entries(kinds).find(([, one]) => one !== undefined);
  return found ? { goTo: `/${found[0]}/${encodeURIComponent(id)}` } : unknown('client, consent, payment or mandate', id);
};

export const clients: PageHandler = async ({ query, calls }) => {
  const [createdAt, clientId] = [query.get('createdAt'), query.get('clientId')];
  const after = createdAt && clientId ? { after: { createdAt, clientId } } : {};
  const { clients: all, next } = await calls.call('ais-pis', directoryContracts.listClients, after);
  return {
    title: 'Clients',
    content: html`<h1>Clients</h1>${table(
      ['Name', 'Id', 'Roles', 'Since', 'State'],
      all.map(({ name, clientId: id, roles, createdAt: since, suspendedAt }) => [
        name,
        link('clients', id),
        roles.join(', '),
        time(since),
        suspendedAt ? badge('suspended', 'bad') : badge('active', 'ok'),
      ]),
      'There are no clients.',
    )}${next && older('/clients', next)}`,
  };
};

export const client: PageHandler = async (visit) => {
  const { clientId = '' } = visit.params;
  const found = await visit.calls.find('ais-pis', lookupsContracts.inspectClient, { clientId });
  if (!found) return unknown('client', clientId);
  const { name, roles, authMethod, redirectUris, organization, createdAt, formerUntil, suspendedAt, suspensionReason } = found;
  return {
    title: name,
    content: html`<h1>${name}</h1>${facts({
      Id: code(clientId),
      State: suspendedAt ? badge('suspended', 'bad') : badge('active', 'ok'),
      'Suspended since': time(suspendedAt),
      Reason: suspensionReason,
      Roles: roles.join(', ') || 'none',
      'Signs in with': code(authMethod),
      'Redirect URIs': redirectUris.join(', '),
      Organisation: organization,
      'Since (UTC)': time(createdAt),
      'Previous credential until': time(formerUntil),
    })}${await openProposals(visit, clientId)}${actForm(visit, suspendedAt ? 'resumeClient' : 'suspendClient', { clientId }, name)}${actForm(visit, 'removeClient', { clientId }, `${name}, which ends its consents`)}
${await actsOn(visit, 'ais-pis', clientId)}`,
  };
};

export const consent: PageHandler = async (visit) => {
  const { consentId = '' } = visit.params;
  const found = await visit.calls.find('ais-pis', lookupsContracts.inspectConsent, { consentId });
  if (!found) return unknown('consent', consentId);
  const open = ['received', 'partiallyAuthorised', 'valid'].includes(found.status);
  return {
    title: 'Consent',
    content: html`<h1>Consent</h1>${facts({
      Id: code(consentId),
      Client: html`${found.clientName} ${link('clients', found.clientId)}`,
      Status: badge(found.status, found.status === 'valid' ? 'ok' : open ? '' : 'bad'),
      Kind: code(found.kind),
      'For all accounts': found.everywhere?.join(', '),
      'Recurring, a day': found.recurring ? `yes, ${found.frequencyPerDay}` : 'no',
      'Created (UTC)': time(found.createdAt),
      'To be approved by': time(found.approveBy),
      Approved: time(found.approvedAt),
      'Last used': time(found.lastUsedAt),
      'Valid until': found.validUntil,
      'Last change on': found.lastActionDate,
    })}<h2>Customers who approved</h2>${ownersTable(found.owners)}
<h2>Accounts</h2>${table(
      ['Service', 'Kind', 'Account', 'Permissions'],
      found.grants.map(({ service, kind, account, permissions }) => [service, kind, code(account), permissions.join(', ')]),
      'None is named.',
    )}${await openProposals(visit, consentId)}${open && actForm(visit, 'revokeConsent', { consentId }, 'this consent, as its customer asks')}
${await actsOn(visit, 'ais-pis', consentId)}`,
  };
};

export const payment: PageHandler = async (visit) => {
  const { paymentId = '' } = visit.params;
  const found = await visit.calls.find('ais-pis', lookupsContracts.inspectPayment, { paymentId });
  if (!found) return unknown('payment', paymentId);
  return {
    title: 'Payment',
    content: html`<h1>Payment</h1>${facts({
      Id: code(paymentId),
      Client: html`${found.clientName} ${link('clients', found.clientId)}`,
      Status: badge(found.transactionStatus),
      Reason: code(found.reason),
      Amount: `${found.amount} ${found.currency}`,
      Fee: `${found.fee} ${found.currency}`,
      Product: code(found.product),
      From: code(found.debtor),
      To: code(found.creditor),
      'Created (UTC)': time(found.createdAt),
      'To be approved by': time(found.approveBy),
      'Executed on': found.executionDate,
    })}<h2>History</h2>${historyTable(found.history)}<h2>Customers who approved</h2>${ownersTable(found.owners)}
${await heldPart(visit, paymentId)}${found.instruction !== null && (await instructionPart(visit, found.instruction))}${await actsOn(visit, 'ais-pis', paymentId)}`,
  };
};

export const mandate: PageHandler = async (visit) => {
  const { resourceId = '' } = visit.params;
  const found = await visit.calls.find('mandates', mandateLookupsContracts.inspectMandate, { resourceId });
  if (!found) return unknown('mandate', resourceId);
  const { mandateStatus } = found;
  const owners = await Promise.all(found.owners.map((owner) => withInitials(visit, owner)));
  return {
    title: 'Mandate',
    content: html`<h1>Mandate</h1>${facts({
      Id: code(resourceId),
      Client: link('clients', found.clientId),
      Status: badge(mandateStatus, mandateStatus === 'ACTV' ? 'ok' : ''),
      Reason: code(found.reasonCode),
      'Suspended by': found.suspendedBy,
      Creditor: code(found.creditorSchemeId),
      'Number at the creditor': code(found.mandateId),
      From: code(found.debtor),
      'Created (UTC)': time(found.createdAt),
      Signed: found.dateOfSignature,
    })}<h2>History</h2>${historyTable(found.history)}<h2>Customers who approved</h2>${ownersTable(owners)}
${mandateStatus === 'ACTV' && actForm(visit, 'suspendMandate', { resourceId }, 'this mandate')}${mandateStatus === 'SUSP' && found.suspendedBy === 'bank' && actForm(visit, 'resumeMandate', { resourceId }, 'this mandate')}
${await actsOn(visit, 'mandates', resourceId)}`,
  };
};

/** A customer who approved a mandate. Names are kept by ais-pis; the mandate is shown without it too. */
const withInitials = async ({ calls }: Visit, owner: Owner): Promise<Owner> => ({
  ...owner,
  ...(await calls.find('ais-pis', lookupsContracts.inspectCustomer, { customerId: owner.psuId }).catch(() => undefined)),
});
const ownersTable = (owners: readonly Owner[]): Html =>
  table(
    ['Customer', 'Approved (UTC)'],
    owners.map(({ psuId, initials, approvedAt }) => [html`${code(psuId)} ${initials ?? ''}`, time(approvedAt)]),
    'Nobody yet.',
  );
const historyTable = (history: readonly Change[]): Html =>
  table(
    ['When (UTC)', 'From', 'To', 'Reason'],
    history.map(({ from, to, reason, at }) => [time(at), code(from), code(to), code(reason)]),
    'Its status has not changed.',
  );

/** What operators did to one thing. */
async function actsOn({ calls }: Visit, service: Service, subject: string): Promise<Html> {
  const query = { subject };
  const { rows, next } = await calls.call(service, backgroundContracts.listAudit, query);
  return html`<h2>Acts of operators</h2>${auditTable(rows, 'No operator has changed it.')}${next && older('/audit', { service, subject, before: next })}`;
}
