import { readJson } from '../bank/data-folder.js';
import type { OperatorFile, OwnClient } from '../bank/operator-file.js';
import type { Customer } from '../demo-bank/bank.js';
import { answerAs } from '../third-party/scripted-customer.js';
import { ThirdParty, type Authorization } from '../third-party/third-party.js';
import { openOwnPage, type OwnPage } from './customer-comes-back.js';
import { answered, asked, remark } from './shown.js';

export interface Journey {
  readonly bank: OperatorFile;
  readonly customer: Customer;
  /** Somebody else who banks here. */
  readonly neighbour: Customer;
  /** The third party's own page. */
  readonly page: OwnPage;
  /** The reader answers as the customer, in a browser. */
  readonly browser: boolean;
}

let current: Journey | undefined;
let party: ThirdParty;
let calls = 0;

export async function setOut(bank: OperatorFile, browser: boolean): Promise<void> {
  const customers = bank.customersFile === undefined ? undefined : readJson<Customer[]>(bank.customersFile);
  const [customer, neighbour] = customers ?? [];
  if (!customer || !neighbour) throw new Error('this bank has no demo customers');
  current = { bank, browser, customer, neighbour, page: await openOwnPage() };
}

export const journey = (): Journey => current!;
export const callsMade = (): number => calls;
export const travelAs = (client: OwnClient): ThirdParty => (party = new ThirdParty(journey().bank.baseUrl, client));

interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Every call of the tour: shown, made, and its status compared with what the story expects. Gives the body. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function call(status: number, method: string, path: string, sent: Sent = {}): Promise<any> {
  asked(method, path, sent.body);
  const answer = await party.call(method, path, sent);
  answered(answer);
  if (answer.status !== status) throw new Error(`${method} ${path} should have been answered ${status}, and was answered ${answer.status}`);
  calls += 1;
  return answer.body;
}

/** Sends the customer to the bank's pages; gives the address they come back with. */
export async function approvedBy({ login, password, name }: Customer, { url }: Authorization): Promise<string> {
  const { browser, page } = journey();
  asked('GET', url);
  if (browser) remark(`Open this address in a browser on this machine: ${login}, password ${password}`);
  const redirect = await (browser ? page.back() : answerAs(url, { login, password }));
  remark(`${name} comes back: ${redirect.slice(0, 100)}…`);
  return redirect;
}

const patienceMs = 20_000;

/** Asks again until the answer is what is waited for, and shows that one. */
export async function callUntil(
  path: string,
  token: string,
  done: (body: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  const last = Date.now() + patienceMs;
  while (Date.now() < last && !done((await party.call('GET', path, { token })).body as Record<string, unknown>))
    await new Promise((settle) => {
      setTimeout(settle, 200);
    });
  return call(200, 'GET', path, { token }) as Promise<Record<string, unknown>>;
}
