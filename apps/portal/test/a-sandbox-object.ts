import { randomUUID } from 'node:crypto';
import { scenarioPages } from '@open-banking/spec';
import { inDays, until, type RunningBank, type TestClient } from '@open-banking/testing';
import { objectPath, type ObjectKind } from '../src/objects/object-kinds.js';
import { AScenarist, type Login } from './a-scenarist.js';

export const instantPayments = '/v1.7/payments/instant-sepa-credit-transfers';
const creditorAccount = { iban: 'DE89370400440532013000' };

/** A developer with a client, and a customer with a second owner: what the client creates is for the account that both must approve. */
export class SandboxObjects {
  private constructor(
    readonly one: AScenarist,
    readonly client: TestClient,
    readonly customerId: string,
    readonly owner: Login,
    private readonly bank: RunningBank,
  ) {}

  static async of(bank: RunningBank): Promise<SandboxObjects> {
    const one = await AScenarist.of(bank as never);
    const [client, { customerId, logins }] = [
      await one.client(bank as never),
      await one.customer({ products: ['euroAccount'], secondOwner: true }),
    ];
    return new SandboxObjects(one, client, customerId, logins[0]!, bank);
  }

  /** The account in euros that one owner decides on alone, or the one for which both must approve. */
  iban(rule: 'any' | 'both'): string {
    return this.owner.accounts.find(({ kind, currency, approval }) => kind === 'account' && currency === 'EUR' && approval === rule)!
      .reference.iban;
  }

  async consent(rule: 'any' | 'both', approved = true): Promise<string> {
    const consentId = await this.client.createConsent({ balances: [{ iban: this.iban(rule) }] });
    if (approved) await this.approve('consents', `AIS:${consentId}`);
    return consentId;
  }

  async payment(
    rule: 'any' | 'both',
    { approved = true, dated = false, amount = '1.50', to = creditorAccount.iban } = {},
  ): Promise<string> {
    const payer = await this.client.withClientToken('payments', 'PIS');
    const product = dated ? '/v1.7/payments/sepa-credit-transfers' : instantPayments;
    const { body } = await payer.post(product, {
      instructedAmount: { currency: 'EUR', amount },
      creditorAccount: { iban: to },
      creditorName: 'Bookshop',
      debtorAccount: { iban: this.iban(rule) },
      ...(dated && { requestedExecutionDate: inDays(40) }),
    });
    const { paymentId } = body as { paymentId: string };
    if (approved) await this.approve('payments', `PIS:${paymentId}`);
    return paymentId;
  }

  async mandate(rule: 'any' | 'both', approved = true): Promise<string> {
    const creditor = await this.client.withClientToken('mandates', 'MANDATE');
    const { body } = await creditor.post('/v2/mandates', {
      mandateId: randomUUID().slice(0, 30),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount,
      debtor: { name: 'Dana Levi' },
      debtorAccount: { iban: this.iban(rule) },
    });
    const { resourceId } = body as { resourceId: string };
    if (approved) await this.approve('mandates', `MANDATE:${resourceId}`);
    return resourceId;
  }

  private async approve(issuer: 'consents' | 'payments' | 'mandates', scope: string): Promise<void> {
    await this.client.approvedBy(this.owner as never, issuer, scope);
  }

  async page(kind: ObjectKind, objectId: string) {
    return this.one.developer.browser.open(objectPath(kind, objectId));
  }

  /** The steps of the forms of a page, and its status. */
  async shown(kind: ObjectKind, objectId: string) {
    const page = await this.page(kind, objectId);
    const text = page.text.slice(page.text.indexOf('<main'));
    return {
      text,
      status: /<p class="lead"><strong><code>(\w+)/.exec(text)?.[1],
      offered: [...text.matchAll(/name="step" value="([\w-]+)"/g)].map(([, step]) => step!),
      states: [...text.matchAll(/<li (?:aria-current="step")?><code>(\w+)<\/code>.*?<br>(<time|<span)/g)].map(([, status, time]) => [
        status,
        time === '<time',
      ]),
    };
  }

  /** Sends the form of an action, whether or not the page has a button for it. */
  async act(kind: ObjectKind, objectId: string, step: string, reason = '', amount = step === 'collect' ? '12.00' : '') {
    const { browser } = this.one.developer;
    // Every page of a browser has the same token, and the one of an object that has ended has no form.
    const { text } = await browser.open(scenarioPages.showScenarios.path);
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    return browser.open(objectPath(kind, objectId), new URLSearchParams({ csrf, step, reason, amount }));
  }

  async settled(paymentId: string, status: string): Promise<void> {
    await until(`the payment is ${status}`, async () => (await this.shown('payment', paymentId)).status === status);
  }

  sql(service: 'ais-pis' | 'mandates', text: string, values: readonly unknown[]) {
    return this.bank.database(service).query(text, [...values]);
  }
}
