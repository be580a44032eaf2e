import { Browser, inDays, runningBank, titleOf, type TestClient, type TestCustomer } from '@open-banking/testing';
import { idHash } from '@open-banking/issuer';
import type { Issuer } from '@open-banking/spec';
import { aDebtor, activeMandate, receivedMandate } from './a-debtor.js';

interface AskedFor {
  readonly client: TestClient;
  readonly customer: TestCustomer;
  readonly scope: string;
}

describe('a request that its customer has not asked for', () => {
  const bank = runningBank(['ais-pis', 'mandates']);

  const requests: Readonly<Record<Issuer, () => Promise<AskedFor>>> = {
    consents: async () => {
      const [{ customer, account }, client] = [await aDebtor(bank), await bank.client()];
      return { client, customer, scope: `AIS:${await client.createConsent({ balances: [{ iban: account.iban }] })}` };
    },
    payments: async () => {
      const [{ customer, account }, client] = [await aDebtor(bank), await bank.client()];
      const itself = await client.withClientToken('payments', 'PIS');
      const { body } = await itself.post('/v1.7/payments/sepa-credit-transfers', {
        instructedAmount: { currency: 'EUR', amount: '12.50' },
        creditorName: 'Bookshop',
        creditorAccount: { iban: 'DE89370400440532013000' },
        debtorAccount: { iban: account.iban },
        requestedExecutionDate: inDays(7),
      });
      return { client, customer, scope: `PIS:${(body as { paymentId: string }).paymentId}` };
    },
    mandates: async () => {
      const { customer } = await aDebtor(bank);
      const { client, scope } = await receivedMandate(bank);
      return { client, customer, scope };
    },
    cancellation: async () => {
      const { client, customer, itself, self, resourceId } = await activeMandate(bank);
      await itself.delete(self);
      return { client, customer, scope: `MANDATE-CANCEL:${resourceId}` };
    },
  };
  const shown = async (issuer: Issuer) => {
    const { client, customer, scope } = await requests[issuer]();
    const browser = new Browser(bank.baseUrl, client.from);
    const { state, url } = client.authorization(issuer, scope);
    await browser.open(url);
    const page = browser.url.href;
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return { browser, page, state, issuer };
  };
  const uidOf = (page: string): string => new URL(page).pathname.split('/').at(-1)!;

  it.each(['consents', 'payments', 'mandates', 'cancellation'] as const)(
    'keeps its page at every address of the %s issuer, and the state never leaves the bank again',
    async (issuer) => {
      const { browser, page, state } = await shown(issuer);
      const before = browser.response;
      await browser.press('report');
      const resumption = page.replace('/interaction/', '/authorize/');
      for (const step of ['report', 'report again', 'reload', 'in Hebrew', 'second tab', 'approve', 'cancel', 'resume', 'reload again']) {
        if (step === 'reload' || step === 'reload again') await browser.open(page);
        if (step === 'in Hebrew') await browser.open(`${page}?lang=he`);
        if (step === 'resume') await browser.open(resumption);
        if (['report again', 'second tab', 'approve', 'cancel'].includes(step)) {
          [browser.response, browser.url] = [before, new URL(page)];
          await browser.press(step === 'second tab' ? 'refuse' : step === 'report again' ? 'report' : step);
        }
        const { status, headers, text } = browser.response;
        expect([step, status, headers['location'], titleOf(text)]).toEqual([
          step,
          200,
          undefined,
          expect.stringMatching(step === 'in Hebrew' ? /תודה/ : /^Thank you for telling us/),
        ]);
        expect(text).not.toContain(state);
        expect(text).not.toContain('href="http');
      }
      // The request of another customer, refused in the same way, goes back with its state: the page above is what stops it.
      const refused = await shown(issuer);
      await refused.browser.press('refuse');
      expect(refused.browser.redirectParameters).toMatchObject({ error: 'access_denied', state: refused.state });
    },
  );

  it('shows it after a press of two buttons at once, and when its time is over (two connections)', async () => {
    const { browser, page, state } = await shown('consents');
    const [form, other] = [browser.formWith('report'), new Browser(bank.baseUrl)];
    const sent = new URLSearchParams([...form.fields.map(({ name, value }) => [name, value]), ['step', 'report']] as [string, string][]);
    other.url = browser.url;
    Object.assign(other, { cookies: browser.cookies });
    const answers = await Promise.all([browser.open(form.action, sent), other.open(form.action, sent)]);
    expect(answers.map(({ status, text }) => [status, titleOf(text).split(' · ')[0]])).toEqual([
      [200, 'Thank you for telling us'],
      [200, 'Thank you for telling us'],
    ]);
    await bank
      .database('ais-pis')
      .query("update artifact set expires_at = now() - interval '1 minute' where id_hash = $1", [idHash(uidOf(page))]);
    const late = await browser.open(page);
    expect([late.status, titleOf(late.text)]).toEqual([200, expect.stringContaining('Thank you')]);
    expect(late.text).not.toContain(state);
  });
});
