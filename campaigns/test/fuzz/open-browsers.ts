import { customerPages, developerPages, issuers, type Operation } from '@open-banking/spec';
import { Browser, ownAddress, type RunningBank } from '@open-banking/testing';
import { openInteractions, type OpenInteraction } from './open-interactions.js';
import { csrfIn } from './opened.js';

/** A browser on a page with forms. */
export interface OpenBrowser {
  readonly cookie: string;
  readonly csrf: string;
  /** The token of another browser, or of another interaction. */
  readonly strange: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Browsers in which no one is signed in, on the pages of customers, of developers and of each issuer. */
export async function openBrowsers(bank: RunningBank): Promise<(row: Operation) => OpenBrowser> {
  const opened = async (path: string) => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    const { text } = await browser.open(path);
    return { cookie: browser.cookies.for(path), csrf: csrfIn(text) };
  };
  const site = async (path: string): Promise<OpenBrowser> => ({
    ...(await opened(path)),
    strange: (await opened(path)).csrf,
    params: Object.fromEntries(
      ['clientId', 'notificationId', 'operationId', 'consentId', 'paymentId', 'resourceId'].map((name) => [name, '1']),
    ),
  });
  const customer = await site(customerPages.showCustomer.path);
  const portal = await site(developerPages.showSignUp.path);
  const client = await bank.client();
  const interactions = new Map<string, OpenBrowser>();
  for (const issuer of issuers) {
    const [{ fields, headers, params }, { fields: others }] = (await openInteractions(bank, client, issuer, 2)) as [
      OpenInteraction,
      OpenInteraction,
    ];
    interactions.set(issuer, {
      cookie: headers[0]![1],
      csrf: fields['csrf']![0]!,
      strange: others['csrf']![0]!,
      params: { uid: params['uid']![0]! },
    });
  }
  return ({ id, service }) => interactions.get(id.split('.')[0]!) ?? (service === 'portal' ? portal : customer);
}
