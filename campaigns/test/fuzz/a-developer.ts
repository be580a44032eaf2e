import { randomUUID } from 'node:crypto';
import { consolePages, developerPages, receiverPages, scenarioPages } from '@open-banking/spec';
import { Browser, ownAddress, type RunningBank, TestClient } from '@open-banking/testing';
import type { Behind } from './form-drafts.js';
import { csrfIn, type Opened } from './opened.js';
import { formsIn, type Fields } from './page-forms.js';

/** Where every client of the fuzz gets its customers back. */
export const redirectUri = 'http://127.0.0.1/back';
const password = 'correct horse battery';

/** A developer with a client, a receiver of notifications and a key of the sandbox. */
export interface Developer extends Opened {
  readonly client: TestClient;
  readonly sandboxKey: string;
  /** Where notifications of the client arrive. */
  readonly receiver: string;
}

/** The forms of the page that a browser shows, in its session. `path`: the address that they are sent to. */
export const formsShown = ({ response, cookies, url }: Browser, typed: Fields = {}, path = url.pathname): Omit<Behind, 'callers'> => ({
  fields: { csrf: [csrfIn(response.text)] },
  params: {},
  headers: [['Cookie', cookies.for(path)]],
  needed: formsIn(response.text, new URL(path, url), typed),
});

/** A visitor who has signed up, on the page of the link in the message. */
async function aSignUp(bank: RunningBank, email = `dev-${randomUUID()}@example.com`): Promise<Browser> {
  const browser = new Browser(bank.baseUrl, ownAddress());
  await browser.open(developerPages.showSignUp.path);
  const { text } = await browser.press('sign-up', { email, password });
  await browser.open(/href="(\/developer\/confirmation\?code=[^"]+)"/.exec(text)![1]!);
  return browser;
}

/** The client whose credentials a page shows. */
function registeredOn(bank: RunningBank, page: string): TestClient {
  const [clientId, clientSecret] = ['client_id', 'client_secret'].map(
    (name) => new RegExp(`<dt>${name}</dt><dd><code>([^<]+)<`).exec(page)![1]!,
  );
  return new TestClient(bank.baseUrl, { clientId, clientSecret, redirectUri, authMethod: 'client_secret_basic' } as never, ownAddress());
}

export async function aDeveloper(bank: RunningBank): Promise<Developer> {
  const browser = await aSignUp(bank);
  await browser.press('confirm', { password });
  await browser.open(developerPages.showNewClient.path);
  // The second address makes it a client that the console can call with.
  const redirectUris = `${redirectUri}\n${bank.baseUrl}${consolePages.showConsoleCallback.path}`;
  const made = await browser.press('register', { name: 'Fuzz', role: ['PSP_AI', 'PSP_PI'], redirectUris, jwks: '' });
  const client = registeredOn(bank, made.text);
  await browser.open(receiverPages.showReceiver.path.replace('{clientId}', client.clientId));
  const received = await browser.press('make');
  await browser.open(scenarioPages.showScenarios.path);
  const { text: keyPage } = await browser.press('make-key', { name: 'CI' });
  return {
    cookie: browser.cookies.for('/developer'),
    csrf: csrfIn(keyPage),
    client,
    sandboxKey: /<dt>Key<\/dt><dd><code>([^<]+)</.exec(keyPage)![1]!,
    receiver: /http[^<"]+\/receiver\/[\w-]{22}/.exec(received.text)![0],
  };
}

/** Addresses that wait to be confirmed, each once. */
export async function unconfirmedDevelopers(bank: RunningBank, howMany: number): Promise<Omit<Behind, 'callers'>[]> {
  const waiting: Omit<Behind, 'callers'>[] = [];
  while (waiting.length < howMany) {
    waiting.push(formsShown(await aSignUp(bank), { password }));
  }
  return waiting;
}

/** The page on which a developer who has forgotten the password chooses another one. */
export async function forgottenPassword(bank: RunningBank): Promise<Omit<Behind, 'callers'>> {
  const email = `dev-${randomUUID()}@example.com`;
  const browser = await aSignUp(bank, email);
  await browser.press('confirm', { password });
  await browser.open(developerPages.showPasswordReset.path);
  const { text } = await browser.press('ask-reset', { email });
  await browser.open(/href="(\/developer\/new-password\?code=[^"]+)"/.exec(text)![1]!);
  return formsShown(browser, { password });
}
