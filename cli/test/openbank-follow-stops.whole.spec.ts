import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningBank, until } from '@open-banking/testing';
import { FollowedCoreBanking, slowMs } from './a-followed-core-banking-system.js';
import { services } from '@open-banking/spec';

describe('openbank follow, at what it might lose', () => {
  const bank = runningBank(services);
  const core = new FollowedCoreBanking(bank);

  /** What a follower says that stops by itself, which it must with exit code 2. */
  const stopping = async (...options: readonly string[]) => {
    const { follower, errorOutput } = core.follow(...options);
    expect([(await once(follower, 'close'))[0], errorOutput()]).toEqual([2, expect.stringMatching(/^openbank: [^\n]+\n$/)]);
    return errorOutput();
  };

  it(
    'takes a transaction of any size, passes over what books nothing, and reports a row that is for no service',
    async () => {
      const { errorOutput } = core.follow();
      await core.isFollowed();
      const before = await core.booked();
      const large = Array.from({ length: 4_500 }, (_, n) => core.entry(n === 4_200 ? '0.00' : '0.01'));
      await core.within(async (database) => {
        await database.query('begin');
        await database.query(
          `insert into bank_change (service, change) select 'ais-pis', change from jsonb_array_elements($1::jsonb) as change`,
          [JSON.stringify(large)],
        );
        await database.query(`insert into bank_change (service, change) values ('ais_pis', '{"type":"holiday"}')`);
        await database.query('commit');
      });
      await core.commit([core.entry('1.00')]);
      await core.isBooked(before.entries + 4_500);
      expect(await core.booked()).toEqual({ booked: expect.closeTo(before.booked + 44.99 + 1, 2), entries: before.entries + 4_500 });
      expect(errorOutput()).toMatch(/is for the service "ais_pis", which is none/);
      expect(errorOutput()).toMatch(/passes over position \d+, line 4201: amount: of zero books nothing/);
    },
    slowMs,
  );

  it(
    'stops at a later timeline, and goes on once an operator has checked it',
    async () => {
      await core.killFollowers();
      const before = (await core.booked()).entries;
      // A standby of the same data that is promoted at once: its log goes on, on the next timeline.
      await core.server.stop();
      writeFileSync(join(core.folder, 'postgres', 'standby.signal'), '');
      chmodSync(join(core.folder, 'postgres', 'standby.signal'), 0o666);
      await core.start();
      await core.within((database) => database.query('select pg_promote()'));
      await core.commit([core.entry('1.00')]);
      expect(await stopping()).toMatch(/on timeline 1, and this server is on timeline 2, which has everything that is taken.*--timeline 2/);
      expect(await stopping('--timeline', '3')).toContain('--timeline 2');
      core.follow('--timeline', '2');
      await core.isBooked(before + 1);
      await core.killFollowers();
      await core.commit([core.entry('1.00')]);
      core.follow();
      await core.isBooked(before + 2);
    },
    slowMs,
  );

  it(
    'stops where rows would be lost: a table that is not published, one that nobody names, a slot that is gone, another server',
    async () => {
      await core.killFollowers();
      expect(await stopping('--table', 'bank_changes')).toContain('has bank_change, and not bank_changes');
      expect(await stopping('--publication', 'none')).toContain('has no publication none');

      // A table that is added while the follower runs: its row is a fault, not nothing.
      const { follower, errorOutput } = core.follow();
      const ended = once(follower, 'close');
      const before = (await core.booked()).entries + 1;
      await core.commit([core.entry('1.00')]);
      await core.isBooked(before);
      await core.within(async (database) => {
        await database.query('alter publication openbank add table other');
        await database.query('insert into other values (2)');
      });
      await core.commit([core.entry('2.00')]);
      expect([(await ended)[0], errorOutput()]).toEqual([2, expect.stringContaining('brings a row of public.other')]);
      expect(await stopping()).toContain('also has other');
      core.follow('--ignore-table', 'other');
      await until('the next change is booked', async () => (await core.booked()).entries > before);
      await core.killFollowers();
      await core.within((database) => database.query('alter publication openbank drop table other'));

      const { rows } = await bank
        .database('ais-pis')
        .query<{ system: string; timeline: string }>(
          'select core_system::text as system, core_timeline::text as timeline from feed_source where source = $1',
          [core.slot],
        );
      expect(rows).toEqual([{ system: expect.stringMatching(/^\d{15,20}$/), timeline: '2' }]);
      const source = bank.database('ais-pis');
      await source.query('update feed_source set core_system = core_system + 1 where source = $1', [core.slot]);
      expect(await stopping()).toMatch(/follows the server with the system identifier \d+, and this one is \d+.*another --source/);
      await source.query('update feed_source set core_system = core_system - 1, position = position + 1e15 where source = $1', [core.slot]);
      expect(await stopping()).toMatch(/the log of this server ends before it/);
      await source.query('update feed_source set position = position - 1e15 where source = $1', [core.slot]);
      await core.within(async (database) => {
        await database.query('select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active', [
          core.slot,
        ]);
        await until(
          'the slot is free',
          async () =>
            (await database.query('select from pg_replication_slots where slot_name = $1 and not active', [core.slot])).rowCount === 1,
        );
        await database.query('select pg_drop_replication_slot($1)', [core.slot]);
      });
      expect(await stopping()).toContain('is not there, though');
    },
    slowMs,
  );

  it('leaves its slot at once when what it sends is refused, so that it can follow again', async () => {
    const [name, own] = ['openbank follow test', `again_${randomUUID().slice(0, 8)}`];
    const { prepareSlot } = await import('../src/operator/core-banking-server.js');
    const { followPublication } = await import('../src/operator/publication.js');
    const followed = { publication: 'openbank', tables: ['bank_change'], ignored: [] };
    await prepareSlot(core.server.url, followed, own, own, -1n, name);
    await core.commit([core.entry('1.00')]);
    for (let time = 0; time < 3; time += 1) {
      await prepareSlot(core.server.url, followed, own, own, -1n, name);
      const refused = followPublication(
        { url: core.server.url, slot: own, name, ...followed },
        () => Promise.reject(new Error('it is refused')),
        new AbortController().signal,
      );
      await expect(refused).rejects.toThrow('it is refused');
    }
  });
});
