import { customerPages, developerPages, pageRowsOf, services, type Operation } from '@open-banking/spec';
import { Browser, exchange, inDays, ownAddress, until, type RunningBank } from '@open-banking/testing';
import { bodyOf, createdBy } from '@open-banking/testing/sweep';
import { aDeveloper, forgottenPassword, unconfirmedDevelopers, type Developer } from './a-developer.js';
import type { Behind } from './form-drafts.js';
import { scopes } from './open-interactions.js';
import { oneClickForms } from './one-click-accounts.js';
import { csrfIn, type Opened } from './opened.js';
import { formsAt, type Fields } from './page-forms.js';
import { writtenFields } from './written-fields.js';

type Values = Behind['params'];

interface Opens {
  readonly developer: Developer;
  readonly known: Values;
  readonly callers: readonly string[];
}

/** Each serves once: a payment that is cancelled, an address that is confirmed. */
const howMany = 4;

/** Where somebody signs out, takes away what the other pages show, or is a receiver that no page tells to answer 500. */
const alone = new Set(['answerCustomer', 'answerDeveloper', 'answerClient', 'receiveNotification']);

async function aCustomerSession(bank: RunningBank): Promise<Opened> {
  const browser = new Browser(bank.baseUrl, ownAddress());
  await browser.open(customerPages.showCustomer.path);
  const { login, password } = bank.demo;
  const { text } = await browser.press('sign-in', { login, password });
  return { cookie: browser.cookies.for('/customer'), csrf: csrfIn(text) };
}

/** What the demo customer's pages show: a consent, a payment and a mandate that were approved. */
async function approvedThings(bank: RunningBank, client: Developer['client']): Promise<Values> {
  const made = await createdBy(client);
  for (const issuer of ['consents', 'payments', 'mandates'] as const) await client.approvedBy(bank.demo, issuer, scopes[issuer](made));
  return Object.fromEntries(['consentId', 'paymentId', 'resourceId'].map((name) => [name, [made[name]!]]));
}

/** A payment for a later day that the demo customer has approved, and can still cancel. */
async function laterPayment(bank: RunningBank, { client, receiver }: Pick<Developer, 'client' | 'receiver'>): Promise<string> {
  const body = { ...(bodyOf({ id: 'createPayment' }) as object), requestedExecutionDate: inDays(14) };
  const headers = { 'psu-ip-address': '127.0.0.1', 'tpp-notification-uri': receiver };
  const created = await (await client.withClientToken('payments', 'PIS')).post('/v1.7/payments/sepa-credit-transfers', body, { headers });
  expect(created).toAnswer(201);
  const { paymentId } = created.body as { paymentId: string };
  await client.approvedBy(bank.demo, 'payments', scopes.payments({ paymentId }));
  return paymentId;
}

/** A customer of the developer. */
async function aCustomer(bank: RunningBank, { sandboxKey }: Developer): Promise<string> {
  const { body } = await exchange(`${bank.baseUrl}/sandbox/customers`, {
    method: 'POST',
    from: ownAddress(),
    headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products: [] }),
  });
  return (body as { customerId: string }).customerId;
}

/** A notification that the developer's client was sent. */
async function aNotification(bank: RunningBank, { cookie }: Developer): Promise<string> {
  let found: string | undefined;
  await until('a notification is listed', async () => {
    const { text } = await new Browser(bank.baseUrl, ownAddress()).open(developerPages.showNotifications.path, undefined, { cookie });
    found = /\/developer\/notifications\/([\w-]{36})/.exec(text)?.[1];
    return found !== undefined;
  });
  return found!;
}

/** Pages are asked in open sessions, and are sent the forms that they show; one that ends a session has its own. */
export async function visitedPages(
  bank: RunningBank,
  { developer, known, callers }: Opens,
): Promise<(row: Operation) => readonly Behind[]> {
  const customer = await aCustomerSession(bank);
  const shown = { ...known, guide: ['curl'], operationId: ['createPayment'], code: ['FORMAT_ERROR'] };
  const approved = { ...shown, ...(await approvedThings(bank, await bank.client())) };
  const ofDeveloper = { ...shown, ...(await approvedThings(bank, developer.client)), customerId: [await aCustomer(bank, developer)] };
  const cancellable: string[] = [];
  while (cancellable.length < howMany) cancellable.push(await laterPayment(bank, developer));
  const notified = { notificationId: [await aNotification(bank, developer)] };
  const { clientId, clientSecret } = developer.client.client;
  const chosen: Fields = { csrf: developer.csrf, step: 'choose-client', client: clientId, secret: clientSecret! };

  const inSession = async (row: Operation, { cookie, csrf }: Opened, params: Values): Promise<Behind> => {
    const isSent = row.method === 'POST';
    const forms = isSent ? await formsAt(bank.baseUrl, row, cookie, params) : [];
    const shownForms = forms.length > 0 ? forms : [isSent ? { csrf } : {}];
    const needed = shownForms.map((fields) => ({ ...fields, ...writtenFields[row.id] }));
    return { fields: { csrf: [csrf] }, params, headers: [['Cookie', cookie]], callers, needed };
  };
  const ofPortal = async (row: Operation): Promise<Behind> => {
    const own = alone.has(row.id) ? await aDeveloper(bank) : developer;
    const behind = await inSession(row, own, {
      ...ofDeveloper,
      ...notified,
      clientId: [own.client.clientId],
      receiverId: [own.receiver.split('/').at(-1)!],
    });
    return row.id === 'answerConsole' ? { ...behind, needed: [...behind.needed!, chosen] } : behind;
  };
  const behind = async (row: Operation): Promise<readonly Behind[]> => {
    if (row.id === 'answerConfirmation') return (await unconfirmedDevelopers(bank, howMany)).map((one) => ({ ...one, callers }));
    if (row.id === 'answerNewPassword') return [{ ...(await forgottenPassword(bank)), callers }];
    const oneClick = oneClickForms[row.id];
    if (oneClick) return [{ ...(await oneClick(bank)), callers }];
    if (row.id === 'answerPayment')
      return Promise.all(cancellable.map((paymentId) => inSession(row, customer, { ...approved, paymentId: [paymentId] })));
    if (row.service === 'portal') return [await ofPortal(row)];
    return [await inSession(row, alone.has(row.id) ? await aCustomerSession(bank) : customer, approved)];
  };
  const prepared = new Map<string, readonly Behind[]>();
  for (const row of services.flatMap(pageRowsOf)) prepared.set(row.id, await behind(row));
  return (row) => prepared.get(row.id) ?? [{ fields: {}, params: shown, headers: [], callers }];
}
