import { randomUUID } from 'node:crypto';
import { TestFeed, daysAgo, runningBank } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { accountLine, amounts, entry, feedAccount, pending, readerOf } from '@open-banking/ais-pis-testing/a-fed-account';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { accountOwners } from '../src/ledger-proofs/account-proofs.js';

describe("the feed of the bank's core", () => {
  const bank = runningBank(['ais-pis']);

  it('opens an account for a customer, whose balance and entries a third party reads at once', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(
      bank,
      core,
      (id) => entry(id, '120.00'),
      (id) => entry(id, '-20.50'),
      (id) => ({ type: 'accountBalance', accountId: id, booked: '99.50' }),
    );
    const reader = await readerOf(bank, own);
    expect(await reader.balances(own.accountId)).toMatchObject({ expected: '99.50', interimAvailable: '99.50' });
    expect(amounts((await reader.transactions(own.accountId)).booked)).toEqual(['-20.50', '120.00']);
  });

  it('applies a step once, however often it is sent, and refuses an entry that comes again under another position', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(bank, core);
    const first = entry(own.accountId, '50.00');
    const step = core.step([first]);
    expect(await core.send(step)).toAnswer(200, { sources: [{ source: core.source, position: '2', applied: 1, seen: 0 }] });
    expect(await core.send(step)).toAnswer(200, { sources: [{ source: core.source, position: '2', applied: 0, seen: 1 }] });
    expect(await core.send(core.step([first]))).toAnswer(200, {
      sources: [
        {
          source: core.source,
          position: '2',
          applied: 0,
          seen: 0,
          stopped: { position: '3', line: 1, field: 'transactionId', reason: 'is of an entry that is booked already' },
        },
      ],
    });
    expect(await (await readerOf(bank, own)).balances(own.accountId)).toMatchObject({ expected: '50.00' });
  });

  it('books a pending entry under its id, takes back one that lapses, and says both in the balance', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(bank, core, (id) => entry(id, '100.00'));
    const { accountId } = own;
    const reader = await readerOf(bank, own);
    await core.take(
      pending(accountId, '-30.00', 'paid later'),
      pending(accountId, '-5.00', 'lapses'),
      pending(accountId, '7.00', 'comes in'),
    );
    expect(await reader.balances(accountId)).toMatchObject({ interimAvailable: '65.00' });
    expect(amounts((await reader.transactions(accountId, 'pending')).pending).sort()).toEqual(['-30.00', '-5.00', '7.00']);
    await core.take(pending(accountId, '-6.00', 'lapses'));
    expect(await reader.balances(accountId)).toMatchObject({ interimAvailable: '64.00' });
    await core.take(entry(accountId, '-31.00', { transactionId: 'paid later' }), {
      type: 'pendingEntry',
      change: 'remove',
      accountId,
      transactionId: 'lapses',
    });
    expect(await reader.balances(accountId)).toMatchObject({ interimAvailable: '69.00' });
    const { booked, pending: left } = await reader.transactions(accountId, 'both');
    expect(booked.map(({ transactionId }) => transactionId)).toContain('paid later');
    expect(amounts(left)).toEqual(['7.00']);
  });

  it('gives an entry that comes late the day of the latest one, so that no list that is being followed misses it', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(bank, core, (id) => entry(id, '10.00', { bookingDate: daysAgo(1) }));
    await core.take(entry(own.accountId, '3.00', { bookingDate: daysAgo(5), valueDate: daysAgo(5), transactionId: 'late' }));
    const { booked } = await (await readerOf(bank, own)).transactions(own.accountId);
    expect(booked[0]).toMatchObject({ transactionId: 'late', bookingDate: daysAgo(1), valueDate: daysAgo(5) });
    const today = entry(own.accountId, '1.00');
    expect(await core.send(core.step([{ ...today, bookingDate: daysAgo(-1) }]))).toAnswer(200, {
      sources: [
        expect.objectContaining({
          stopped: expect.objectContaining({ field: 'bookingDate', reason: `must not be after ${daysAgo(0)}, the bank's current day` }),
        }),
      ],
    });
    expect(await core.send([...core.step([today], 3)])).toAnswer(200, {
      sources: [expect.objectContaining({ position: '3', applied: 1 })],
    });
  });

  it('changes what may change of an account, refuses another currency, and ends and gives access with its holders', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(bank, core, (id) => entry(id, '10.00'));
    const { accountId, customer } = own;
    const reader = await readerOf(bank, own);
    expect((await reader.raw(accountId)).status).toBe(200);
    expect(await core.send(core.step([accountLine(accountId, { currency: 'ILS' })]))).toAnswer(200, {
      sources: [
        expect.objectContaining({ stopped: { position: '2', line: 1, field: 'currency', reason: 'of an existing row cannot be changed' } }),
      ],
    });
    const holder = { type: 'holder', psuId: customer.psuId, resourceId: accountId };
    const next = { type: 'holder', psuId: (await aCustomer(bank)).psuId, resourceId: accountId, rule: 'any' };
    expect(await core.send(core.step([{ ...holder, change: 'remove' }, next], 2))).toAnswer(200, {
      sources: [expect.objectContaining({ applied: 2 })],
    });
    expect((await reader.raw(accountId)).status).not.toBe(200);
    await core.send(
      core.step(
        [
          { ...holder, rule: 'any' },
          { ...accountLine(accountId), name: 'New name' },
        ],
        3,
      ),
    );
    expect((await reader.raw(accountId)).status).toBe(200);
    expect(await core.send(core.step([{ type: 'account', change: 'close', accountId }], 4))).toAnswer(200, {
      sources: [expect.objectContaining({ applied: 1 })],
    });
    const { rows } = await bank.database('ais-pis').query('select name, status from account where account_id = $1', [accountId]);
    expect(rows).toEqual([{ name: 'New name', status: 'deleted' }]);
  });

  it('takes an account beyond its credit line where the core did, and lets nobody else', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(
      bank,
      core,
      (id) => entry(id, '10.00'),
      (id) => ({ type: 'accountBalance', accountId: id, overdraft: '5.00' }),
    );
    await core.take(entry(own.accountId, '-40.00'));
    expect(await (await readerOf(bank, own)).balances(own.accountId)).toMatchObject({ expected: '-30.00' });
    const other = await anAccount(bank, [own.customer]);
    await expect(
      bank.database('ais-pis').query('update account_balance set booked = -1 where account_id = $1', [other.accountId]),
    ).rejects.toThrow('account_balance_check');
  });

  it('refuses a step at its end that leaves an account without a holder, with one of two, or with holders of both rules', async () => {
    const core = new TestFeed(bank);
    const { accountId, customer } = await feedAccount(bank, core);
    const [one, two, three] = [customer.psuId, (await aCustomer(bank)).psuId, (await aCustomer(bank)).psuId];
    const holder = (psuId: string, rule: string) => ({ type: 'holder', psuId, resourceId: accountId, rule });
    const without = (psuId: string) => ({ type: 'holder', change: 'remove', psuId, resourceId: accountId });
    const stopped = async (...lines: readonly object[]) => {
      const { body } = await core.send(core.step(lines as never, 99));
      return (body as { sources: { stopped?: { field: string; reason: string; line: number } }[] }).sources[0]!.stopped;
    };
    const refusal = {
      field: 'holder',
      line: 1,
      reason: expect.stringMatching(`^does not agree, account ${accountId}: every account has an owner`),
    };
    expect(await stopped(without(one))).toMatchObject(refusal);
    expect(await stopped(holder(one, 'both'))).toMatchObject(refusal);
    expect(await stopped(holder(two, 'both'))).toMatchObject(refusal);
    await core.take(holder(one, 'both'), holder(two, 'both'));
    expect(await stopped(without(two))).toMatchObject(refusal);
    expect(await stopped(holder(three, 'both'))).toMatchObject(refusal);
    expect(await stopped(holder(three, 'any'))).toMatchObject(refusal);
    await core.take(without(two), holder(three, 'both'));
    // Sent together, each step is judged at its own end.
    const [bare, repaired] = [core.step([without(three)], 4), core.step([holder(two, 'both')], 5)];
    expect(await core.send([...bare, ...repaired])).toAnswer(200, {
      sources: [expect.objectContaining({ position: '3', applied: 0, stopped: expect.objectContaining({ position: '4' }) })],
    });
    const opened = randomUUID();
    expect(await core.send(core.step([accountLine(opened)], 4))).toAnswer(200, {
      sources: [expect.objectContaining({ stopped: expect.objectContaining({ field: 'holder' }) })],
    });
    await core.send(core.step([accountLine(opened), { ...holder(one, 'any'), resourceId: opened }], 4));
    // As the ledger check judges it. Other files of this bank have accounts without an owner.
    const judged = `select ok from (${accountOwners.query}) as every where what = $1`;
    expect((await bank.database('ais-pis').query(judged, [`account ${opened}`])).rows).toEqual([{ ok: true }]);
  });

  it('compares UUIDs by value: a key in capitals is the same row, and an entry in capitals the same account', async () => {
    const core = new TestFeed(bank);
    const { accountId, customer } = await feedAccount(bank, core, (id) => entry(id, '1.00'));
    const holder = { type: 'holder', psuId: customer.psuId, resourceId: accountId, rule: 'any' };
    const capitals = { ...holder, psuId: customer.psuId.toUpperCase(), resourceId: accountId.toUpperCase() };
    expect(await core.send([...core.step([holder]), ...core.step([capitals])])).toAnswer(200, {
      sources: [expect.objectContaining({ position: '3', applied: 2 })],
    });
    await core.take(holder, capitals);
    await core.take(entry(accountId.toUpperCase(), '2.00'), { type: 'accountBalance', accountId: accountId.toUpperCase(), booked: '3.00' });
    await core.take(pending(accountId, '-1.00', 'held'), pending(accountId.toUpperCase(), '-2.00', 'held'));
    const { rows } = await bank
      .database('ais-pis')
      .query(
        'select booked::text, reserved::text, (select count(*)::int from holder where resource_id = $1) as holders from account_balance where account_id = $1',
        [accountId],
      );
    expect(rows).toEqual([{ booked: '3.00', reserved: '2.00', holders: 1 }]);
  });

  it('passes over an entry of zero by its line, ends what was pending under its id, and books what follows', async () => {
    const core = new TestFeed(bank);
    const { accountId } = await feedAccount(bank, core);
    await core.take(pending(accountId, '-30.00', 'held'), pending(accountId, '-4.00', 'lowered'));
    const zero = (line: number, position: string) => ({ position, line, field: 'amount', reason: 'of zero books nothing' });
    const steps = [
      [entry(accountId, '5.00')],
      [entry(accountId, '0.00', { transactionId: 'held' }), entry(accountId, '-0', { transactionId: 'held' })],
      [pending(accountId, '0.00', 'lowered'), entry(accountId, '7.00')],
      [{ type: 'accountBalance', accountId, booked: '12.00' }],
    ].map((lines) => core.step(lines));
    expect(await core.send(steps.flat())).toAnswer(200, {
      sources: [{ source: core.source, position: '6', applied: 3, seen: 0, passedOver: [zero(2, '4'), zero(3, '4'), zero(4, '5')] }],
    });
    const { rows } = await bank
      .database('ais-pis')
      .query(
        'select booked::text, reserved::text, (select count(*)::int from entry e where e.account_id = b.account_id) as entries from account_balance b where account_id = $1',
        [accountId],
      );
    expect(rows).toEqual([{ booked: '12.00', reserved: '0.00', entries: 2 }]);
  });

  it('keeps the books: every proof holds after feeds that ran beside payments', async () => {
    const core = new TestFeed(bank);
    const [one, two] = [
      await feedAccount(bank, core, (id) => entry(id, '1000.00')),
      await feedAccount(bank, core, (id) => entry(id, '1000.00')),
    ];
    const feeds = [new TestFeed(bank), new TestFeed(bank)];
    await Promise.all(
      feeds.map(async (source, which) => {
        for (let round = 0; round < 5; round += 1) {
          const steps = Array.from({ length: 20 }, (_, n) => {
            const ids = (n + which) % 2 === 0 ? [one.accountId, two.accountId] : [two.accountId, one.accountId];
            return source.step(ids.map((id) => entry(id, n % 3 === 0 ? '-2.00' : '1.00', { bookingDate: daysAgo(n % 4) })));
          });
          expect(await source.send(steps.flat())).toAnswer(200, { sources: [expect.objectContaining({ applied: 40 })] });
        }
      }),
    );
    const ids = [one.accountId, two.accountId];
    const { rows } = await bank.database('ais-pis').query(
      `select b.account_id, b.booked = sum(e.amount) as summed, b.last_booking_date = max(e.booking_date) as dated,
              b.booked_before = coalesce(sum(e.amount) filter (where e.booking_date < b.last_booking_date), 0) as before
       from account_balance b join entry e using (account_id) where account_id = any($1) group by b.account_id, b.booked, b.last_booking_date, b.booked_before`,
      [ids],
    );
    expect(rows.map(({ summed, dated, before }) => [summed, dated, before])).toEqual([
      [true, true, true],
      [true, true, true],
    ]);
    const { rows: running } = await bank.database('ais-pis').query(
      `select count(*) filter (where balance_after <> sum)::int as wrong, count(*)::int as entries
       from (select balance_after, sum(amount) over (partition by account_id order by booking_date, entry_reference) from entry where account_id = any($1)) e`,
      [ids],
    );
    expect(running).toEqual([{ wrong: 0, entries: 2 + 2 * 5 * 40 }]);
    const { checks } = await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0]);
    expect(checks.filter(({ name, ok }) => name.startsWith('a posting') && !ok)).toEqual([]);
  });
});
