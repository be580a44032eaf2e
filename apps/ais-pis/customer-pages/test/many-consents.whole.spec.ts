import { runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

describe("the list of a customer's consents", () => {
  const bank = runningBank(services);

  it('has all that are open, however many have ended since, and the others in pages; a search finds them all', async () => {
    const customer = await aCustomer(bank);
    await anAccount(bank, [customer]);
    const [client, other] = [await bank.client({ name: 'Ledgerly' }), await bank.client({ name: 'Rare Name' })];
    const { consentId } = await client.consentedBy(customer);
    const rare = (await other.consentedBy(customer)).consentId;
    const copies = async (status: string, count: number) => {
      const { rows } = await bank.database('ais-pis').query<{ id: string }>(
        `insert into consent select (jsonb_populate_record(c, jsonb_build_object('consent_id', gen_random_uuid(), 'status', $2::text))).*
         from consent c, generate_series(1, $3) where c.consent_id = $1 returning consent_id as id`,
        [consentId, status, count],
      );
      await bank
        .database('ais-pis')
        .query(
          'insert into consent_approval select id, psu_id, approved_at from consent_approval, unnest($2::uuid[]) id where consent_id = $1',
          [consentId, rows.map(({ id }) => id)],
        );
    };
    await copies('valid', 120);
    await copies('revokedByPsu', 150);
    await bank
      .database('ais-pis')
      .query("update consent set status = 'expired', last_action_date = last_action_date - 9 where consent_id = $1", [rare]);

    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    const shown: string[] = [];
    const pages: number[] = [];
    for (let at: string | undefined = '/customer'; at !== undefined;) {
      const { text } = await browser.open(at);
      const ids = [...text.matchAll(/href="\/customer\/access\/([\da-f-]{36})\?/g)].map(([, id]) => id!);
      pages.push(ids.length);
      shown.push(...ids);
      at = /href="([^"]+)">More services/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([pages, new Set(shown).size, shown.at(-1)]).toEqual([[221, 51], 272, rare]);
    const found = (await browser.open('/customer?q=rare')).text;
    expect([found.includes(`/customer/access/${rare}`), found.includes(`/customer/access/${consentId}`)]).toEqual([true, false]);
  });
});
