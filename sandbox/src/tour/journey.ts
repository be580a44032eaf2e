import { readJson } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import type { OwnClient } from '@open-banking/installation/own-client';
import type { Customer } from '@open-banking/installation/customers-file';
import { completeInteraction } from '../third-party/scripted-customer.js';
import { ThirdParty, type Authorization } from '../third-party/third-party.js';
import { openRedirectPage, type RedirectPage } from './redirect-page.js';
import { printResponse, printRequest, remark } from './output.js';

export interface Journey {
  readonly bank: OperatorFile;
  readonly customer: Customer;
  /** Another customer of this bank. */
  readonly neighbour: Customer;
  /** The third party's redirect page. */
  readonly page: RedirectPage;
  /** The reader answers as the customer in a browser. */
  readonly browser: boolean;
}

let current: Journey | undefined;
let party: ThirdParty;
let calls = 0;

export async function startJourney(bank: OperatorFile, browser: boolean): Promise<void> {
  const customers = bank.customersFile === undefined ? undefined : readJson<Customer[]>(bank.customersFile);
  const [customer, neighbour] = customers ?? [];
  if (!customer || !neighbour) throw new Error('This bank has no demo customers: the tour needs a sandbox.');
  current = { bank, browser, customer, neighbour, page: await openRedirectPage() };
}

export const journey = (): Journey => current!;
export const callsMade = (): number => calls;
export const actAs = (client: OwnClient): ThirdParty => (party = new ThirdParty(journey().bank.baseUrl, client));

interface CallOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Makes a call of the tour: prints it, checks its status and returns the body. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function call(status: number, method: string, path: string, options: CallOptions = {}): Promise<any> {
  printRequest(method, path, options.body);
  const answer = await party.call(method, path, options);
  printResponse(answer);
  if (answer.status !== status) throw new Error(`${method} ${path} should answer ${status}, but answered ${answer.status}`);
  calls += 1;
  return answer.body;
}

/** Sends the customer to the bank's pages and returns the redirect URL. */
export async function approvedBy({ login, password, name }: Customer, { url }: Authorization): Promise<string> {
  const { browser, page } = journey();
  printRequest('GET', url);
  if (browser) remark(`Open this address in a browser on this machine: ${login}, password ${password}`);
  const redirect = await (browser ? page.nextRedirect() : completeInteraction(url, { login, password }));
  remark(`${name} comes back: ${redirect.slice(0, 100)}…`);
  return redirect;
}

/** Reads something that is no JSON, and returns its text. */
export async function read(path: string, { token, headers }: CallOptions): Promise<string> {
  printRequest('GET', path);
  const { status, text } = await party.call('GET', path, { token, headers });
  printResponse({ status, body: undefined });
  if (status !== 200) throw new Error(`GET ${path} should answer 200, but answered ${status}`);
  calls += 1;
  return text;
}

const defaultTimeoutMs = 20_000;

/** Repeats a call until its response is the expected one, and prints that one. */
export async function callUntil(
  path: string,
  token: string,
  done: (body: Record<string, unknown>) => boolean,
  timeoutMs = defaultTimeoutMs,
): Promise<Record<string, unknown>> {
  const last = Date.now() + timeoutMs;
  while (Date.now() < last && !done((await party.call('GET', path, { token })).body as Record<string, unknown>))
    await new Promise((settle) => {
      setTimeout(settle, 200);
    });
  return call(200, 'GET', path, { token }) as Promise<Record<string, unknown>>;
}
