import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { runningBank, until } from '@open-banking/testing';
import { FollowedCoreBanking, slowMs } from './a-followed-core-banking-system.js';
import { program } from './an-openbank.js';
import { services } from '@open-banking/spec';

describe('openbank follow', () => {
  const bank = runningBank(services);
  const core = new FollowedCoreBanking(bank);

  it(
    'books what a core commits, once, though the follower and the core are killed in between',
    async () => {
      core.follow();
      // The slot has to be there: what was committed before it is not followed.
      await core.isFollowed();
      await core.commit([core.entry('1.00'), core.entry('2.00')], [core.entry('3.00')]);
      await core.isBooked(3);
      expect(await core.booked()).toEqual({ booked: 6, entries: 3 });

      const many = Array.from({ length: 200 }, () => [core.entry('1.00'), core.entry('-0.50')]);
      const committing = core.commit(...many);
      await core.isBooked(50);
      await core.killFollowers();
      await committing;
      core.follow();
      await core.isBooked(403);
      expect(await core.booked()).toEqual({ booked: 106, entries: 403 });

      await core.server.stop();
      await core.start();
      await core.commit([core.entry('4.00')]);
      await core.isBooked(404);
      expect(await core.booked()).toEqual({ booked: 110, entries: 404 });
    },
    slowMs,
  );

  it(
    'waits at a transaction that cannot be applied, says so, and lets the core forget what is applied',
    async () => {
      await core.killFollowers();
      const { errorOutput } = core.follow();
      const before = (await core.booked()).entries;
      await core.commit([core.entry('1.00')], [core.entry('5.00', { accountId: randomUUID() })], [core.entry('7.00')]);
      await until('the follower says why it waits', () => errorOutput().includes('accountId: is no account of this bank'));
      expect((await core.booked()).entries).toBe(before + 1);
      const position = /is stopped at position (\d+)/.exec(errorOutput())![1]!;
      const skipping = spawn(process.execPath, [
        program,
        'feed',
        'skip',
        'ais-pis',
        core.slot,
        position,
        '--base-url',
        bank.baseUrl,
        '--operator-file',
        bank.facts.operatorFile,
      ]);
      expect((await once(skipping, 'close'))[0]).toBe(0);
      await core.isBooked(before + 2);
      await core.within(async (database) => {
        const end = (await database.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')).rows[0]!.lsn;
        await database.query('insert into other values (1)');
        await core.commit([core.entry('9.00')]);
        await until(
          'the core need keep nothing of before',
          async () =>
            (
              await database.query('select from pg_replication_slots where slot_name = $1 and confirmed_flush_lsn > $2::pg_lsn', [
                core.slot,
                end,
              ])
            ).rowCount === 1,
        );
      });
      await core.isBooked(before + 3);
    },
    slowMs,
  );
});
