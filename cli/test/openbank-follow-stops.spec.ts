import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningBank } from '@open-banking/testing';
import { FollowedCore, slowMs } from './a-followed-core.js';

describe('openbank follow, at what it might lose', () => {
  const bank = runningBank();
  const core = new FollowedCore(bank);

  /** What a follower says that stops by itself, which it must with exit code 2. */
  const stopping = async (...options: readonly string[]) => {
    const { follower, told } = core.follow(...options);
    expect([(await once(follower, 'close'))[0], told()]).toEqual([2, expect.stringMatching(/^openbank: [^\n]+\n$/)]);
    return told();
  };

  it(
    'takes a transaction of any size, passes over what books nothing, and reports a row that is for no service',
    async () => {
      const { told } = core.follow();
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
      expect(told()).toMatch(/is for the service "ais_pis", which is none/);
      expect(told()).toMatch(/passes over position \d+, line 4201: amount: of zero books nothing/);
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
});
