import { randomUUID } from 'node:crypto';
import { developerPages, issuerHomes } from '@open-banking/spec';
import { Browser, exchange, ownAddress, type HttpResponse, type RunningBank } from '@open-banking/testing';

export const password = 'correct horse battery';
/** Its hash at a low cost: one of the usual cost takes 60 ms of processor time to make, and again to compare. */
const quickHash = 'scrypt$1024$8$1$cGFzc3dvcmQgb2YgYSBkZQ$ctYmzHqHiTiOkp0a4p6GcTtWcSj5xkQkz-YsGCMjCAY';

/** A developer with a browser of their own. */
export class ADeveloper {
  readonly email = `dev-${randomUUID()}@example.com`;
  readonly browser: Browser;

  constructor(bank: Pick<RunningBank, 'baseUrl'>) {
    this.browser = new Browser(bank.baseUrl, ownAddress());
  }

  /** One who has signed up and confirmed the address before, signed in. */
  static async signedIn(bank: RunningBank): Promise<ADeveloper> {
    const developer = new ADeveloper(bank);
    await bank
      .database('portal')
      .query('insert into developer (developer_id, email, password_hash, confirmed_at, created_at) values ($1, $2, $3, now(), now())', [
        randomUUID(),
        developer.email,
        quickHash,
      ]);
    await developer.signIn();
    return developer;
  }

  /** Signs up; the path that confirms the address, which the sandbox shows in place of a message. */
  async signUp(typed: string = password): Promise<string> {
    await this.browser.open(developerPages.showSignUp.path);
    const { text } = await this.browser.press('sign-up', { email: this.email, password: typed });
    return /href="(\/developer\/confirmation\?code=[^"]+)"/.exec(text)?.[1] ?? '';
  }

  /** Follows the link of a message, with the password of that sign-up. */
  async confirm(link: string, typed: string = password) {
    await this.browser.open(link);
    return this.browser.press('confirm', { password: typed });
  }

  async signIn(typed: string = password) {
    await this.browser.open(developerPages.showDeveloper.path);
    return this.browser.press('sign-in', { email: this.email, password: typed });
  }

  get isSignedIn(): Promise<boolean> {
    return this.browser.open(developerPages.showDeveloper.path).then(({ text }) => text.includes('value="sign-out"'));
  }

  /** Sends the form of a new client. Missing fields are those of the page, or empty. */
  async register(typed: Readonly<Record<string, string | readonly string[]>> = {}) {
    await this.browser.open(developerPages.showNewClient.path);
    return this.browser.press('register', { name: 'My Budget', redirectUris: 'http://127.0.0.1:3000/back', jwks: '', ...typed });
  }
}

/** What the page shows once. */
export function credentialsIn(page: string): { readonly clientId: string; readonly clientSecret: string | undefined } {
  const fact = (name: string) => new RegExp(`<dt>${name}</dt><dd><code>([^<]+)</code>`).exec(page)?.[1];
  return { clientId: fact('client_id')!, clientSecret: fact('client_secret') };
}

/** Asks for a token of the client itself, for accounts. */
export const clientToken = (baseUrl: string, clientId: string, clientSecret: string): Promise<HttpResponse> =>
  exchange(`${baseUrl}${issuerHomes.consents.path}/token`, {
    method: 'POST',
    from: ownAddress(),
    body: 'grant_type=client_credentials&scope=AIS',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
