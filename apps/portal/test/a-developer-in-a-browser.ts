import { randomUUID } from 'node:crypto';
import type { RunningBank } from '@open-banking/testing';
import type { Page } from '@open-banking/testing/browser';
import { clientToken } from './a-developer.js';

/** A developer who goes through the portal's pages. `looksAt` looks at each page before the developer goes on. */
export class DeveloperInABrowser {
  constructor(
    private readonly bank: RunningBank,
    private readonly page: Page,
    private readonly looksAt: (name: string) => Promise<void>,
  ) {}

  /** From the page to sign up to the list of clients, typed and sent by keyboard alone. */
  async signUp(): Promise<void> {
    const { page } = this;
    await page.locator('[name=email]').focus();
    await page.keyboard.type(`dev-${randomUUID()}@example.com`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('correct horse battery');
    await page.keyboard.press('Enter');
    await page.locator('[value=confirm-here]').waitFor();
    await this.looksAt('confirmation');
    await page.locator('[value=confirm-here]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Register a client' }).waitFor();
    await this.looksAt('no-clients');
  }

  /** Registers a client, whose first name is refused, rotates its secret and removes it. Its tokens follow. */
  async registerRotateAndRemove(): Promise<void> {
    const { clientId, first } = await this.#register();
    expect(await this.#tokenStatus(clientId, first)).toBe(200);
    const second = await this.#rotate();
    expect([await this.#tokenStatus(clientId, first), await this.#tokenStatus(clientId, second)]).toEqual([200, 200]);
    await this.#remove();
    expect(await this.#tokenStatus(clientId, second)).toBe(401);
  }

  async #register() {
    const { page } = this;
    await page.getByRole('link', { name: 'Register a client' }).click();
    await page.fill('[name=name]', 'Demo Bank');
    await page.fill('[name=redirectUris]', 'http://127.0.0.1:3000/back\nhttps://example.com/back');
    await page.click('[value=register]');
    await page.getByText('Contains the name of this bank').waitFor();
    await this.looksAt('refused');
    await page.fill('[name=name]', 'My Budget');
    await page.click('[value=register]');
    await page.getByRole('heading', { name: 'The client is registered' }).waitFor();
    await this.looksAt('registered');
    return { clientId: await this.#shown('client_id'), first: await this.#shown('client_secret') };
  }

  async #rotate(): Promise<string> {
    const { page } = this;
    await page.getByRole('link', { name: 'To the client' }).click();
    await this.looksAt('client');
    await page.click('[value=rotate-secret]');
    await page.getByRole('heading', { name: 'The credential was rotated' }).waitFor();
    return this.#shown('client_secret');
  }

  async #remove(): Promise<void> {
    const { page } = this;
    await page.goto(`${this.bank.baseUrl}/developer`);
    await this.looksAt('clients');
    await page.getByRole('link', { name: 'My Budget' }).click();
    await page.click('[value=remove]');
    await page.getByRole('heading', { name: 'Remove My Budget?' }).waitFor();
    await this.looksAt('removal');
    await page.click('[value=remove]');
    await page.getByText('You have none yet').waitFor();
  }

  async #shown(name: string): Promise<string> {
    return (await this.page.locator(`dt:text-is("${name}") + dd code`).textContent())!;
  }

  async #tokenStatus(clientId: string, clientSecret: string): Promise<number> {
    return (await clientToken(this.bank.baseUrl, clientId, clientSecret)).status;
  }
}
