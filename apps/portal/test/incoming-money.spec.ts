import { randomUUID } from 'node:crypto';
import { customerEditorPages, services } from '@open-banking/spec';
import { runningBank, type TestClient } from '@open-banking/testing';
import { AScenarist, type Login } from './a-scenarist.js';

const slowMs = 300_000;

describe('money that others move', () => {
  const bank = runningBank(services);
  const eur = (amount: string) => ({ currency: 'EUR', amount });
  const accounts = [{ currency: 'EUR', opening: '100.00' }];

  const booked = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]!.booked;

  async function anApprovedMandate(client: TestClient, login: Login): Promise<string> {
    const creditor = await client.withClientToken('mandates', 'MANDATE');
    const { body } = await creditor.post('/v2/mandates', {
      mandateId: randomUUID().slice(0, 30),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Dana Levi' },
      debtorAccount: { iban: login.accounts[0]!.reference.iban },
    });
    const { resourceId } = body as { resourceId: string };
    await client.approvedBy(login as never, 'mandates', `MANDATE:${resourceId}`);
    return resourceId;
  }

  it(
    'comes in to an account of one of the developer’s customers, once for each id, and to no other account',
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const { customerId, logins } = await one.customer({ accounts });
      const { resourceId } = logins[0]!.accounts[0]!;
      const path = `/sandbox/accounts/${resourceId}/incoming-transfers`;
      const transfer = { transferId: randomUUID(), amount: eur('25.50'), debtorName: 'Acme Ltd', text: 'Refund' };
      for (let copy = 0; copy < 2; copy += 1) expect(await one.call('POST', path, transfer)).toAnswer(200, { state: 'booked' });
      expect(await booked(resourceId)).toBe('125.50');
      expect(await one.call('POST', path, { ...transfer, text: 'Another' })).toAnswer(409);
      expect(await one.call('POST', path, { amount: { currency: 'ILS', amount: '5.00' }, debtorName: 'Acme Ltd' })).toAnswer(200, {
        state: 'rejected',
        reason: 'AM03',
      });
      expect(await one.call('POST', path, { amount: eur('-1.00') })).toAnswer(400, {
        tppMessages: [{ path: '/debtorName' }, { path: '/amount/amount' }],
      });

      const refused = async (developer: AScenarist, accountId: string) => {
        const { status, body } = await developer.call('POST', `/sandbox/accounts/${accountId}/incoming-transfers`, {
          ...transfer,
          transferId: randomUUID(),
        });
        return [status, body];
      };
      const unknown = await refused(one, randomUUID());
      expect(unknown[0]).toBe(404);
      const demo = await bank.database('ais-pis').query<{ id: string }>('select account_id as id from account limit 1');
      expect([await refused(other, resourceId), await refused(one, demo.rows[0]!.id)]).toEqual([unknown, unknown]);
      // After a reset no customer of the developer holds the account.
      expect(await one.call('POST', `/sandbox/customers/${customerId}/resets`)).toAnswer(200);
      expect(await refused(one, resourceId)).toEqual(unknown);
      expect(await booked(resourceId)).toBe('125.50');
    },
    slowMs,
  );

  it(
    'is collected under a mandate of one of the developer’s clients, or returned, and under no other mandate',
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const client = await one.client(bank);
      const { logins } = await one.customer({ accounts });
      const resourceId = await anApprovedMandate(client, logins[0]!);
      const path = `/sandbox/mandates/${resourceId}/collections`;
      const collection = { collectionId: randomUUID(), amount: eur('12.00'), text: 'Invoice 4711' };
      for (let copy = 0; copy < 2; copy += 1) expect(await one.call('POST', path, collection)).toAnswer(200, { state: 'booked' });
      const account = logins[0]!.accounts[0]!.resourceId;
      expect(await booked(account)).toBe('88.00');
      expect(await one.call('POST', path, { amount: eur('500.00') })).toAnswer(200, { state: 'returned', reason: 'AM04' });
      expect(await one.call('POST', path, { amount: eur('0.00') })).toAnswer(400);
      const unknown = await one.call('POST', `/sandbox/mandates/${randomUUID()}/collections`, collection);
      expect(unknown).toAnswer(404, { tppMessages: [{ text: 'None of your clients has a mandate with this id.' }] });
      const refused = await other.call('POST', path, { amount: eur('1.00') });
      expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
      expect(await booked(account)).toBe('88.00');
    },
    slowMs,
  );

  it(
    'is seen on the page of the customer, where transfers come in without a call; another developer has no such page',
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const { customerId } = await one.customer({ people: [{ name: 'Dana <b>Levi</b>' }], accounts });
      const path = customerEditorPages.showSandboxCustomer.path.replace('{customerId}', customerId);
      const { browser } = one.developer;
      const page = await browser.open(path);
      expect(page.text).toContain('100.00 EUR');
      expect(page.text).toContain('Dana &lt;b&gt;Levi&lt;/b&gt;');
      const received = await browser.press('receive', { amount: '7.25', debtorName: 'Acme Ltd', text: '' });
      expect(received.text).toContain('7.25 EUR from Acme Ltd has been booked.');
      expect(received.text).toContain('107.25 EUR');
      const faulty = await browser.press('receive', { amount: 'much', debtorName: 'Acme Ltd', text: '' });
      expect(faulty.text).toMatch(/name="amount"[^>]*aria-invalid="true"/);

      await browser.open(path);
      const wrong = await browser.press('save', { data: '{ "accounts": [{ "currency": "USD" }] }', preset: 'joint' });
      expect([wrong.status, wrong.text.includes('<code>/accounts/0/currency</code>')]).toEqual([422, true]);
      expect(wrong.text).toContain('{ &quot;accounts&quot;: [{ &quot;currency&quot;: &quot;USD&quot; }] }');
      expect((await browser.press('save', { data: '{', preset: 'joint' })).text).toContain('This is not JSON');
      const preset = await browser.press('load-preset', { data: '', preset: 'overdrawn' });
      expect(preset.text).toContain('Omer Biton');
      expect((await browser.open(path)).text).not.toContain('Omer Biton');
      expect((await other.developer.browser.open(path)).status).toBe(404);
    },
    slowMs,
  );
});
