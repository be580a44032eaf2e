import { developerPages, sitePages } from '@open-banking/spec';
import { Browser, ownAddress } from '@open-banking/testing';
import { credentialsIn } from './a-developer.js';

/** A developer with an account that was made in one click, in a browser of their own. */
export class ASandboxAccount {
  readonly browser: Browser;

  constructor(bank: { readonly baseUrl: string }, address = ownAddress()) {
    this.browser = new Browser(bank.baseUrl, address);
  }

  /** One that was made just now. */
  static async opened(bank: {
    readonly baseUrl: string;
  }): Promise<ASandboxAccount & { readonly clientId: string; readonly clientSecret: string }> {
    const one = new ASandboxAccount(bank);
    const { text } = await one.open();
    const { clientId, clientSecret } = credentialsIn(text);
    return Object.assign(one, { clientId, clientSecret: clientSecret! });
  }

  /** Presses the button of the start page. */
  async open() {
    await this.browser.open(sitePages.showHome.path);
    return this.browser.press('open-sandbox-account');
  }

  /** The path of the link on the last page. */
  get link(): string {
    return /\/developer\/reopening\?code=[\w-]+/.exec(this.browser.response.text)?.[0] ?? '';
  }

  /** The name in the head of the last page. */
  get name(): string {
    return />(sandbox-\w+)<\/a>/.exec(this.browser.response.text)?.[1] ?? '';
  }

  async account() {
    return this.browser.open(developerPages.showAccount.path);
  }
}
