import { join } from 'node:path';
import { SigningKeys } from '../src/notifications/signing-keys.js';
import { asAdmin, openDatabase, type Database } from '@open-banking/database';
import { clonedDatabase, temporaryServer } from '@open-banking/database/testing';
import { isDue, published, signing } from '../src/notifications/signing-key.js';

const folders = ['libs/database/migrations', 'libs/commands/migrations'].map((folder) => join(import.meta.dirname, '../../..', folder));
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
    expect(ages(published(aged(0, 90, 98.9, 99), now))).toEqual([0, 90, 98.9]);
  });

  describe('of a service', () => {
    let server: Awaited<ReturnType<typeof temporaryServer>>;
    let bank: Awaited<ReturnType<typeof clonedDatabase>>;
    let database: Database;
    beforeAll(async () => {
      server = await temporaryServer();
      bank = await clonedDatabase(server.url, 'ais-pis', folders);
      database = await openDatabase({
        url: bank.serviceUrl,
        poolSize: 8,
        statementTimeoutMs: 5_000,
        lockTimeoutMs: 1_500,
        connectTimeoutMs: 2_000,
      });
    });
    afterAll(async () => {
      await database.close();
      await bank.close();
      await server.stop();
    });

    it('are shared by all replicas, published without private parts, and rotate automatically', async () => {
      const replicas = Array.from({ length: 5 }, () => new SigningKeys(database));
      const kids = (await Promise.all(replicas.map((replica) => replica.current()))).map((one) => one.kid);
      const [kid] = kids;
      expect(new Set(kids).size).toBe(1);
      const { keys } = await replicas[0]!.published();
      expect(keys).toEqual([{ kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String), kid, alg: 'ES256', use: 'sig' }]);

      await asAdmin(bank.ownerUrl, (owner) => owner.query("update signing_key set made_at = made_at - interval '90 days 1 minute'"));
      const later = new SigningKeys(database);
      expect((await later.current()).kid).toBe(kid);
      expect((await later.published()).keys).toHaveLength(2);
      await asAdmin(bank.ownerUrl, (owner) => owner.query("update signing_key set made_at = made_at - interval '1 day'"));
      const next = await new SigningKeys(database).current();
      expect(next.kid).not.toBe(kid);
      await asAdmin(bank.ownerUrl, (owner) => owner.query("update signing_key set made_at = made_at - interval '91 days'"));
      await new SigningKeys(database).current();
      const { rows } = await asAdmin(bank.ownerUrl, (owner) =>
        owner.query<{ kid: string }>('select kid from signing_key order by made_at'),
      );
      expect(rows.map((row) => row.kid)).toEqual([next.kid, expect.any(String)]);
    });
  });
});
