import { inDays, runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';

describe("the list of a customer's payments", () => {
  const bank = runningBank(services);

  it('has what waits for its day, however many payments were made since, and the others in pages', async () => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client();
    const itself = await client.withClientToken('payments', 'PIS');
    const created = async (besides: object = {}) => {
      const paymentId = (await itself.post(sepa, { ...inEuro, debtorAccount: { iban }, ...besides })).body.paymentId as string;
      await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
      return { paymentId, status: await statusAfter(itself, `${sepa}/${paymentId}`, ['ACTC']) };
    };
    const waiting = await created({ requestedExecutionDate: inDays(60) });
    const past = await created({ instructedAmount: { currency: 'EUR', amount: '500.00' } });
    expect([waiting.status, past.status]).toEqual(['PDNG', 'RJCT']);
    const copies = (of: string, count: number, later: number) =>
      bank.database('ais-pis').query(
        `insert into payment select (jsonb_populate_record(p, jsonb_build_object('payment_id', gen_random_uuid(), 'created_at', p.created_at + (n + $3) * interval '1 second'))).*
         from payment p, generate_series(1, $2) n where p.payment_id = $1`,
        [of, count, later],
      );
    await copies(waiting.paymentId, 110, 0);
    await copies(past.paymentId, 230, 1_000);

    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    const shown: string[] = [];
    const pages: number[] = [];
    for (let at: string | undefined = '/customer/payments'; at !== undefined;) {
      const { text } = await browser.open(at);
      const ids = [...text.matchAll(/href="\/customer\/payments\/([\da-f-]{36})\?/g)].map(([, id]) => id!);
      pages.push(ids.length);
      shown.push(...ids);
      if (pages.length === 1) expect([text.match(/Waits for its day/g)!.length, ids.includes(waiting.paymentId)]).toEqual([111, true]);
      at = /href="([^"]+)">More payments/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([pages, new Set(shown).size]).toEqual([[211, 100, 31], 342]);
    expect(shown.at(-1)).toBe(past.paymentId);
    await browser.open(`/customer/payments/${waiting.paymentId}`);
    await browser.confirm('cancel-payment');
    expect(browser.response.text).toContain('The payment is cancelled.');
  });
});
