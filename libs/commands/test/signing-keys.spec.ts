import { SigningKeys } from '../src/notifications/signing-keys.js';
import { asAdmin } from '@open-banking/database';
import { aDatabase } from './a-database.js';
import { isDue, publishedKeys, signing } from '../src/notifications/signing-key.js';

const now = new Date('2026-06-01T12:00:00Z');
const aged = (...days: number[]) => days.map((age) => ({ age, madeAt: new Date(now.getTime() - age * 86_400_000) }));
const ages = (keys: readonly { age: number }[]) => keys.map(({ age }) => age);

describe('keys of notifications', () => {
  it('sign after they have been published for a day; the first one immediately', () => {
    expect(signing(aged(0), now)?.age).toBe(0);
    expect(signing(aged(0.9, 90.9), now)?.age).toBe(90.9);
    expect(signing(aged(1, 91), now)?.age).toBe(1);
    expect(signing([], now)).toBeUndefined();
  });

  it('are replaced after 90 days, and stay published until nothing they signed can still be in transit', () => {
    expect([isDue([], now), isDue(aged(89.9), now), isDue(aged(90), now), isDue(aged(0, 90), now)]).toEqual([true, false, true, false]);
    expect(ages(publishedKeys(aged(0, 90, 98.9, 99), now))).toEqual([0, 90, 98.9]);
  });

  describe('of a service', () => {
    const bank = aDatabase(['libs/database/migrations', 'libs/commands/migrations'], 8);

    it('are shared by all replicas, published without private parts, and rotate automatically', async () => {
      const replicas = Array.from({ length: 5 }, () => new SigningKeys(bank.database));
      const kids = (await Promise.all(replicas.map((replica) => replica.current()))).map((one) => one.kid);
      const [kid] = kids;
      expect(new Set(kids).size).toBe(1);
      const { keys } = await replicas[0]!.published();
      expect(keys).toEqual([{ kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String), kid, alg: 'ES256', use: 'sig' }]);

      await asAdmin(bank.ownerUrl, (owner) => owner.query("update signing_key set made_at = made_at - interval '90 days 1 minute'"));
      const later = new SigningKeys(bank.database);
      expect((await later.current()).kid).toBe(kid);
      expect((await later.published()).keys).toHaveLength(2);
      await asAdmin(bank.ownerUrl, (owner) => owner.query("update signing_key set made_at = made_at - interval '1 day'"));
      const next = await new SigningKeys(bank.database).current();
      expect(next.kid).not.toBe(kid);
      await asAdmin(bank.ownerUrl, (owner) => owner.query("update signing_key set made_at = made_at - interval '91 days'"));
      await new SigningKeys(bank.database).current();
      const { rows } = await asAdmin(bank.ownerUrl, (owner) =>
        owner.query<{ kid: string }>('select kid from signing_key order by made_at'),
      );
      expect(rows.map((row) => row.kid)).toEqual([next.kid, expect.any(String)]);
    });
  });
});
