import { randomUUID } from 'node:crypto';
import { Browser } from '@open-banking/sandbox/third-party';
import { developerPages, scenarioPages } from '@open-banking/spec';

const password = 'correct horse battery';
const fact = (page: string, name: string): string => new RegExp(`<dt>${name}</dt><dd><code>([^<]+)</code>`).exec(page)![1]!;

/** A developer with an account at the portal, a client, and a key of the sandbox. */
export class BenchDeveloper {
  private constructor(
    readonly browser: Browser,
    readonly email: string,
    readonly clientId: string,
    readonly sandboxKey: string,
  ) {}

  static async signUp(baseUrl: string): Promise<BenchDeveloper> {
    const browser = new Browser(baseUrl);
    const email = `bench-${randomUUID()}@example.com`;
    await browser.open(developerPages.showSignUp.path);
    const { text } = await browser.press('sign-up', { email, password });
    await browser.open(/href="(\/developer\/confirmation\?code=[^"]+)"/.exec(text)![1]!);
    await browser.press('confirm', { password });
    await browser.open(developerPages.showNewClient.path);
    const registered = await browser.press('register', { name: 'Bench', redirectUris: 'http://127.0.0.1/back', jwks: '' });
    const clientId = fact(registered.text, 'client_id');
    await browser.open(scenarioPages.showScenarios.path);
    const made = await browser.press('make-key', { name: 'Bench' });
    return new BenchDeveloper(browser, email, clientId, fact(made.text, 'Key'));
  }

  /** Signs in anew, which hashes the password. */
  async signIn(baseUrl: string): Promise<void> {
    const browser = new Browser(baseUrl);
    await browser.open(developerPages.showDeveloper.path);
    await browser.press('sign-in', { email: this.email, password });
  }

  /** Uploads an image as the logo of the client. Throws where it is refused. */
  async uploadLogo(image: Buffer, type: 'image/png' | 'image/jpeg'): Promise<void> {
    const page = await this.browser.open(developerPages.showClient.path.replace('{clientId}', this.clientId));
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(page.text)!;
    const form = new FormData();
    form.set('csrf', csrf!);
    form.set('step', 'upload-logo');
    form.set('image', new Blob([new Uint8Array(image)], { type }), 'logo');
    const url = new URL(developerPages.answerClientLogo.path.replace('{clientId}', this.clientId), this.browser.url);
    const headers = { cookie: this.browser.cookies.for(url.pathname), origin: url.origin };
    const answer = await fetch(url, { method: 'POST', headers, body: form, redirect: 'manual' });
    if (answer.status !== 303) throw new Error(`the upload of a logo is answered ${answer.status}`);
  }
}
