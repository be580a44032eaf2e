import { customerEditorPages, services } from '@open-banking/spec';
import { daysAgo, runningBank } from '@open-banking/testing';
import { AScenarist } from './a-scenarist.js';

const slowMs = 300_000;
const data = (text: string): string =>
  `{"people":[{"name":"Dana Levi"}],"accounts":[{"entries":[{"amount":"5.00","bookingDate":"${daysAgo(2)}","text":"${text}"}]}]}`;

describe("the editor of a customer's data", () => {
  const bank = runningBank(services);

  /** A customer with a consent, and whether it is still valid. */
  async function aConsentingCustomer() {
    const one = await AScenarist.of(bank);
    const client = await one.client(bank);
    const { customerId, logins } = await one.customer({ products: ['euroAccount'] });
    const { consentId } = await client.consentedBy(logins[0] as never);
    const status = async (): Promise<unknown> =>
      (await bank.database('ais-pis').query<{ status: string }>('select status from consent where consent_id = $1', [consentId])).rows[0]!
        .status;
    const save = async (text: string) => {
      await one.developer.browser.open(customerEditorPages.showSandboxCustomer.path.replace('{customerId}', customerId));
      return one.developer.browser.press('save', { data: text, preset: 'joint' });
    };
    return { one, path: `/sandbox/customers/${customerId}`, status, save };
  }

  it(
    'refuses at the field what cannot be stored, or means two things, and ends nothing then; the operation refuses the same',
    async () => {
      const { one, path, status, save } = await aConsentingCustomer();
      for (const [text, says] of [
        [data(String.raw`a\u0000b`), 'U+0000'],
        [data(String.raw`a\ud800b`), 'half a surrogate pair'],
        ['{"seed":"5","seed":"6"}', 'names &quot;seed&quot; twice'],
        ['['.repeat(40) + ']'.repeat(40), 'nested deeper than 32 levels'],
        ['{', 'This is not JSON'],
      ] as const) {
        const page = await save(text);
        expect([text, page.status]).toEqual([text, 422]);
        expect(/<ul id="data-faults"[^]*?<\/ul>/.exec(page.text)?.[0]).toContain(says);
        expect(page.text).toContain('aria-describedby="data-faults"');
      }
      expect(await one.call('PUT', path, JSON.parse(data(String.raw`a\u0000b`)))).toAnswer(400);
      expect(await status()).toBe('valid');
      await save(data('ab'));
      expect(await status()).toBe('revokedByPsu');
      expect(await one.call('GET', path)).toAnswer(200, { data: JSON.parse(data('ab')) as object });
    },
    slowMs,
  );

  it(
    'ends nothing where the developer has made all customers of a day, nor does a reset',
    async () => {
      const { one, path, status, save } = await aConsentingCustomer();
      const database = bank.database('portal');
      const customerId = path.split('/').at(-1)!;
      await database.query(
        `insert into sandbox_data_set (customer_id, developer_id, until_day, made_at, logins, brings_people)
         select customer_id, developer_id, until_day, made_at, logins, brings_people
         from sandbox_data_set, generate_series(1, 499) where customer_id = $1`,
        [customerId],
      );
      const says = 'You have made or reset 500 customers in 24 hours';
      expect((await save(data('ab'))).text).toContain(says);
      expect(await one.call('PUT', path, JSON.parse(data('ab')))).toAnswer(429);
      expect(await one.call('POST', `${path}/resets`)).toAnswer(429);
      expect(await status()).toBe('valid');
      await database.query(
        'delete from sandbox_data_set where data_set = (select min(data_set) from sandbox_data_set where customer_id = $1)',
        [customerId],
      );
      expect(await one.call('POST', `${path}/resets`)).toAnswer(200);
      expect(await status()).toBe('revokedByPsu');
    },
    slowMs,
  );
});
