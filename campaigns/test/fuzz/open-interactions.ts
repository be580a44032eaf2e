import type { Issuer } from '@open-banking/spec';
import { Browser, ownAddress, type RunningBank, type TestClient } from '@open-banking/testing';
import { createdBy } from '@open-banking/testing/sweep';
import type { Behind } from './form-drafts.js';
import { csrfIn } from './opened.js';
import { formsIn } from './page-forms.js';

type Ids = Readonly<Record<string, string>>;

/** What a customer is asked about at each issuer. */
export const scopes: Readonly<Record<Issuer, (ids: Ids) => string>> = {
  consents: ({ consentId }) => `AIS:${consentId}`,
  payments: ({ paymentId }) => `PIS:${paymentId}`,
  mandates: ({ resourceId }) => `MANDATE:${resourceId}`,
  cancellation: ({ resourceId }) => `MANDATE-CANCEL:${resourceId}`,
};

/** The scope of something that waits for a customer at this issuer: a mandate is approved before it can be cancelled. */
export async function authorizationAddress(bank: RunningBank, client: TestClient, issuer: Issuer): Promise<string> {
  // For one access: a recurring one would end the one before it, with its grant.
  if (issuer === 'consents') return scopes.consents({ consentId: await client.createConsent('allPsd2', { recurringIndicator: false }) });
  const ids = await createdBy(client);
  if (issuer === 'cancellation') {
    await client.approvedBy(bank.demo, 'mandates', scopes.mandates(ids));
    expect(await (await client.withClientToken('mandates', 'MANDATE')).delete(`/v2/mandates/${ids['resourceId']!}`)).toAnswer(202);
  }
  return scopes[issuer](ids);
}

/** A page of an issuer that waits for a customer. */
export interface OpenInteraction extends Omit<Behind, 'callers'> {
  readonly uid: string;
  /** What the customer is asked. */
  readonly scope: string;
}

/** Pages of an issuer that wait for a customer, half of them before signing in. Each is answered once. */
export async function openInteractions(bank: RunningBank, client: TestClient, issuer: Issuer, howMany: number): Promise<OpenInteraction[]> {
  const { login, password } = bank.demo;
  const open: OpenInteraction[] = [];
  while (open.length < howMany) {
    const scope = await authorizationAddress(bank, client, issuer);
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open(client.authorization(issuer, scope).url);
    if (open.length % 2 === 0) await browser.press('sign-in', { login, password });
    const { response, url, cookies } = browser;
    const uid = url.pathname.split('/').at(-1)!;
    open.push({
      uid,
      scope,
      fields: { csrf: [csrfIn(response.text)] },
      params: { uid: [uid] },
      headers: [['Cookie', cookies.for(url.pathname)]],
      needed: formsIn(response.text, url, { login, password }),
    });
  }
  return open;
}
