import { until } from '@open-banking/testing';
import type pg from 'pg';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { atItsOwnTime, AccountHistory } from '@open-banking/ais-pis-testing/changes-model/account-history';
import { ChangesFollower, fullList } from '@open-banking/ais-pis-testing/changes-model/follower';
import { TestChanges } from '@open-banking/ais-pis-testing/changes-model/test-changes';

describe('a client that follows changes', () => {
  let bank: TestLedger;
  let changes: TestChanges;
  beforeAll(async () => {
    bank = await TestLedger.open();
    changes = await TestChanges.of(bank);
  });
  afterAll(() => bank.close());

  it('misses nothing that writers commit beside it, in any order', () =>
    atItsOwnTime(async () => {
      const history = await AccountHistory.begin(bank, changes.psuId);
      const followers = (['both', 'booked', 'pending'] as const).map((status) => ({
        status,
        follower: new ChangesFollower(changes.accountOf(history), status, false, 2),
      }));
      let isWriting = true;
      const write = async (writer: number) => {
        for (let step = 0; step < 12; step += 1) {
          await history.reserve();
          await history.fedPendingEntry(step, true);
          await (step % 2 === writer % 2 ? history.bookReserved(step, true) : history.release(step));
          await history.fedEntry(step, step % 2 === 0, 1);
        }
      };
      const following = followers.map(async ({ follower }) => {
        while (isWriting) await follower.follow();
      });
      await Promise.all([0, 1, 2, 3].map(write));
      isWriting = false;
      await Promise.all(following);
      for (const { status, follower } of followers) {
        await follower.follow();
        expect(new Map([...follower.shown].sort())).toEqual(new Map([...(await fullList(changes.accountOf(history), status))].sort()));
      }
    }));

  it('sees changes of pending entries in the order of their numbers, as a second writer waits for the first to commit', () =>
    atItsOwnTime(async () => {
      const history = await AccountHistory.begin(bank, changes.psuId);
      const follower = new ChangesFollower(changes.accountOf(history), 'pending', false, 2);
      const announce = (client: pg.PoolClient, reference: string) =>
        client.query(
          `insert into pending_entry (account_id, entry_date, entry_reference, value_date, amount, bank_transaction_code)
          values ($1, current_date, $2, current_date, -1, 'PMNT-CCRD-POSD')`,
          [history.accountId, reference],
        );
      const [first, second] = [await bank.owner.connect(), await bank.owner.connect()];
      await first.query('begin');
      await announce(first, '0000000000000901');
      const { pid } = (await second.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!;
      const later = announce(second, '0000000000000902');
      const blocked = `select cardinality(pg_blocking_pids($1)) > 0 as waits`;
      await until('the second writer waits', async () => (await first.query<{ waits: boolean }>(blocked, [pid])).rows[0]!.waits);
      await follower.follow();
      expect(follower.shown.size).toBe(0);
      await first.query('commit');
      await later;
      first.release();
      second.release();
      await follower.follow();
      expect([...follower.shown.keys()].sort()).toEqual(['0000000000000901', '0000000000000902']);
    }));
});
