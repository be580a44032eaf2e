import { aisPis, consolePages } from '@open-banking/spec';
import type { Browser, RunningBank } from '@open-banking/testing';
import type { ADeveloper } from './a-developer.js';

/** The page of an operation in the console. */
export const consolePath = ({ id }: { readonly id: string }): string => consolePages.showConsoleOperation.path.replace('{operationId}', id);

/** A text of HTML, without its entities. */
export const plain = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** Asks for a consent in the console, and approves it as the demo customer in the same browser. */
export async function consented(
  bank: RunningBank,
  { browser }: ADeveloper,
  permission: readonly string[] = ['accounts', 'balances', 'transactions'],
): Promise<void> {
  await browser.open(consolePath(aisPis.listAccounts));
  const { text } = await browser.press('ask', { login: bank.demo.login, permission });
  await approvedAtBank(browser, /<a class="button" href="([^"]+)"/.exec(text)![1]!, bank.demo);
}

/** Approves on the bank's pages, with everything ticked that can be. */
export async function approvedAtBank(browser: Browser, link: string, { login, password }: RunningBank['demo']): Promise<void> {
  await browser.open(plain(link));
  await browser.press('sign-in', { login, password });
  const boxes = browser.formWith('approve').fields.filter(({ type }) => type === 'checkbox');
  const names = [...new Set(boxes.map(({ name }) => name))];
  const ticked = Object.fromEntries(names.map((name) => [name, boxes.filter((box) => box.name === name).map(({ value }) => value)]));
  await browser.press('approve', ticked);
}
