import { aisPis, services } from '@open-banking/spec';
import { runningBank, until } from '@open-banking/testing';
import { plain } from './a-consented-console.js';
import { ADeveloper } from './a-developer.js';
import { AScenarist } from './a-scenarist.js';

const bodyOn = (text: string): string => plain(/<textarea [^>]*name="body"[^>]*>(.*?)<\/textarea>/s.exec(text)![1]!);
const statusOn = (text: string): string | undefined =>
  /<h2 id="answer">[^<]*<\/h2>\s*<p><span class="badge (?:ok|bad)">(\d+)</.exec(text)?.[1];

describe('a request of the log in the console', () => {
  const bank = runningBank(services);
  const wrong = {
    instructedAmount: { currency: 'ILS', amount: '999999999.00' },
    creditorAccount: { iban: 'IL050977450000000204020' },
    creditorName: 'Bookshop',
  };

  it('fills the form in, with the bank’s faults at it, and is sent again as it was or corrected', async () => {
    const scenarist = await AScenarist.of(bank);
    const client = await scenarist.client(bank);
    const refused = await (await client.withClientToken('payments', 'PIS')).post('/v1.7/payments/fp', wrong);
    expect(refused.status).toBe(400);
    const { browser } = scenarist.developer;
    const page = `/developer/requests/${String(refused.headers['x-request-id'])}`;
    const link = async () => /href="([^"]+\/createPayment\?from=\d+)"/.exec((await browser.open(page)).text)?.[1];
    await until('the request is recorded with its body', async () => (await link()) !== undefined);
    const address = (await link())!;

    const { text } = await browser.open(address);
    expect(JSON.parse(bodyOn(text))).toEqual(wrong);
    expect(text).toContain('name="{payment-product}" value="fp"');
    expect(text).not.toContain('Missing below');
    expect(text).toMatch(/id="field-body-fault">[^<]*\/instructedAmount\/amount/);
    expect(text).toContain(`The values are those of request <a href="${page}"`);
    expect(statusOn(text)).toBeUndefined();
    const again = await browser.press('send', { body: bodyOn(text), 'header.Accept': 'application/json' });
    expect(statusOn(again.text)).toBe('400');
    const corrected = bodyOn(again.text).replace('999999999.00', '12.50');
    expect(statusOn((await browser.press('send', { body: corrected, 'header.Accept': 'application/json' })).text)).toBe('201');

    // Another operation's page, and another developer, have nothing of it.
    for (const [who, at] of [
      [browser, address.replace('createPayment', aisPis.createConsent.id)],
      [(await ADeveloper.signedIn(bank)).browser, address],
    ] as const) {
      const { text: nothing } = await who.open(at);
      expect(nothing).toContain('The content of this request is not kept any more.');
      expect(nothing).not.toContain('999999999.00');
    }
  });

  it('is sent again without what the log has not kept, and the page says what is missing', async () => {
    const scenarist = await AScenarist.of(bank);
    const client = await scenarist.client(bank);
    const given = { ...wrong, payeeNickname: 'Books', remittanceInformationUnstructured: `Order ${'7'.repeat(45)}` };
    const refused = await (await client.withClientToken('payments', 'PIS')).post('/v1.7/payments/fp', given);
    expect(refused.status).toBe(400);
    const { browser } = scenarist.developer;
    const page = `/developer/requests/${String(refused.headers['x-request-id'])}`;
    const link = async () => /href="([^"]+\/createPayment\?from=\d+)"/.exec((await browser.open(page)).text)?.[1];
    await until('the request is recorded with its body', async () => (await link()) !== undefined);
    const { text } = await browser.open((await link())!);
    expect(JSON.parse(bodyOn(text))).toEqual(wrong);
    expect(text).toMatch(/class="notice alert"[^]*Missing below: [^]*members that the operation does not have/);
    expect(text).toContain('<code>remittanceInformationUnstructured</code>');
  });

  it('and calls of the console are deleted when a customer of the developer is removed', async () => {
    const scenarist = await AScenarist.of(bank);
    const { browser } = scenarist.developer;
    const { customerId } = await scenarist.customer();
    const calls = async () => {
      const { text } = await browser.open('/developer/console');
      return (text.match(/\?call=/g) ?? []).length;
    };
    await browser.open('/developer/console/operations/readConsentsMetadata');
    await browser.press('send');
    expect(await calls()).toBe(1);
    expect(await scenarist.call('DELETE', `/sandbox/customers/${customerId}`)).toAnswer(204);
    expect(await calls()).toBe(0);
  });
});
