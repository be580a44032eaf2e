import { randomUUID } from 'node:crypto';
import { services } from '@open-banking/spec';
import { daysAfter } from '@open-banking/messages';
import { daysAgo, freshBank } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { customerPresets, presetNames } from '../src/customer-data/customer-presets.js';
import { AScenarist, type Made } from './a-scenarist.js';
import { randomCustomer } from './random-customer.js';

const slowMs = 600_000;
const fuzzed = 60;

describe('the books of customers whose data developers give', () => {
  // The books of the whole bank are proved: no other spec may write to it.
  const bank = freshBank(services);

  /** The checks that name one of these accounts, and that look at everything at once. */
  const broken = async () =>
    (await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0])).checks.filter(({ ok }) => !ok);

  it.each(presetNames)(
    'agree with the preset %s, with one owner and with two, and after a reset',
    async (preset) => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const { customerId, logins } = await one.customer({ preset });
      await client.consentedBy(logins[0] as never, 'allPsd2');
      await one.customer({ preset, secondOwner: true, people: [{ name: 'נועה לוי', language: 'he' }] });
      expect(await broken()).toEqual([]);
      expect(await one.call('POST', `/sandbox/customers/${customerId}/resets`)).toAnswer(200);
      // As JSON it is the same customer, which can be changed.
      const asJson = await one.call('PUT', `/sandbox/customers/${randomUUID()}`, customerPresets[preset].data(daysAgo(0)));
      expect(asJson).toAnswer(200);
      expect((asJson.body as Made).logins[0]!.accounts.map(({ kind }) => kind)).toEqual(logins[0]!.accounts.map(({ kind }) => kind));
      expect(await broken()).toEqual([]);
    },
    slowMs,
  );

  it('fit every day of a year and its ends of months', () => {
    for (let day = 0; day < 366; day += 1)
      for (const preset of presetNames) {
        const today = daysAfter('2027-12-31', day);
        const { accounts = [] } = customerPresets[preset].data(today);
        const days = accounts.flatMap(({ entries = [] }) => entries.flatMap(({ bookingDate }) => bookingDate ?? []));
        expect([preset, today, days.filter((one) => one > today)]).toEqual([preset, today, []]);
      }
  });

  it(
    'agree with whatever a body says that is accepted; what is not accepted names its places, and is no error of the bank',
    async () => {
      let one = await AScenarist.of(bank);
      const outcomes = { made: 0, refused: 0 };
      const kept: (readonly [developer: AScenarist, id: string])[] = [];
      for (let seed = 1; seed <= fuzzed; seed += 1) {
        // The limit of a developer's writes: 10 a second.
        if (seed % 8 === 0) one = await AScenarist.of(bank);
        const body = randomCustomer(seed, daysAgo(0));
        const id = randomUUID();
        const answer = await one.call('PUT', `/sandbox/customers/${id}`, body);
        expect([seed, answer.status === 200 || answer.status === 400, answer.body]).toEqual([seed, true, answer.body]);
        if (answer.status === 400) {
          outcomes.refused += 1;
          const { tppMessages } = answer.body as { tppMessages: { path?: string }[] };
          expect([seed, tppMessages.filter(({ path }) => path === undefined)]).toEqual([seed, []]);
          continue;
        }
        outcomes.made += 1;
        if (seed % 5 === 0) kept.push([one, id]);
        else expect(await one.call('DELETE', `/sandbox/customers/${id}`)).toAnswer(204);
      }
      expect(Math.min(outcomes.made, outcomes.refused)).toBeGreaterThan(fuzzed / 6);
      expect(await broken()).toEqual([]);
      // Each of the others replaces the data of one that is there.
      for (const [at, [developer, id]] of kept.entries()) {
        const answer = await developer.call('PUT', `/sandbox/customers/${id}`, randomCustomer(1_000 + at, daysAgo(0)));
        expect([200, 400]).toContain(answer.status);
      }
      expect(await broken()).toEqual([]);
    },
    slowMs,
  );
});
