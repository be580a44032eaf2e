import { readJson } from '../bank/data-folder.js';
import type { OperatorFile, OwnClient } from '../bank/operator-file.js';
import type { Customer } from '../demo-bank/bank.js';
import { ThirdParty } from '../third-party/third-party.js';
import { openOwnPage, type OwnPage } from './customer-comes-back.js';
import { answered, asked } from './shown.js';

export interface Journey {
  readonly bank: OperatorFile;
  readonly customer: Customer;
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
  if (!customers?.[0]) throw new Error('this bank has no demo customers');
  current = { bank, browser, customer: customers[0], page: await openOwnPage() };
}

export const journey = (): Journey => current!;
export const callsMade = (): number => calls;
export const travelAs = (client: OwnClient): ThirdParty => (party = new ThirdParty(journey().bank.baseUrl, client));

interface Sent { readonly token?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }

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
