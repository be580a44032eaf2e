import { developerPages, sitePages } from '@open-banking/spec';
import { Browser, ownAddress, type RunningBank } from '@open-banking/testing';
import { formsShown } from './a-developer.js';
import type { Behind } from './form-drafts.js';

async function startPage(bank: RunningBank): Promise<Browser> {
  const browser = new Browser(bank.baseUrl, ownAddress());
  await browser.open(sitePages.showHome.path);
  return browser;
}

async function anAccount(bank: RunningBank): Promise<Browser> {
  const browser = await startPage(bank);
  await browser.press('open-sandbox-account');
  return browser;
}

/** Pages of accounts that are made in one click, by the rows of their forms. */
export const oneClickForms: Readonly<Record<string, (bank: RunningBank) => Promise<Omit<Behind, 'callers'>>>> = {
  openSandboxAccount: async (bank) => formsShown(await startPage(bank), {}, developerPages.openSandboxAccount.path),
  answerAccount: async (bank) => {
    const browser = await anAccount(bank);
    await browser.open(developerPages.showAccount.path);
    return formsShown(browser);
  },
  answerReopening: async (bank) => {
    const { response } = await anAccount(bank);
    const elsewhere = new Browser(bank.baseUrl, ownAddress());
    await elsewhere.open(/\/developer\/reopening\?code=[\w-]+/.exec(response.text)![0]);
    return formsShown(elsewhere);
  },
};
