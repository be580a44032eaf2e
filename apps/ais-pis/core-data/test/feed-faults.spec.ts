import { randomBytes, randomUUID } from 'node:crypto';
import { TestFeed, internalCall, runningBank } from '@open-banking/testing';
import { feedInternal } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { entry, feedAccount, readerOf } from '@open-banking/ais-pis-testing/a-fed-account';
import { anOperator } from '@open-banking/ais-pis-testing/an-operator';

describe("a change of the bank's core that cannot be applied", () => {
  const bank = runningBank(['ais-pis']);

  it('stops a source at the step that cannot be applied, says why, and goes on when that step is right', async () => {
    const [core, other] = [new TestFeed(bank), new TestFeed(bank)];
    const own = await feedAccount(bank, core, (id) => entry(id, '10.00'));
    const { accountId } = own;
    const second = await feedAccount(bank, other);
    const [good, wrong, after] = [
      core.step([entry(accountId, '1.00')]),
      core.step([entry(accountId, '2.00'), { type: 'accountBalance', accountId, booked: '14.00' }]),
      core.step([entry(accountId, '4.00')]),
    ];
    const stopped = {
      position: '3',
      field: 'booked',
      reason: 'is 14.00 in the core and 13 here: an entry is missing, or one too many is booked',
    };
    expect(await core.send([...good, ...wrong, ...other.step([entry(second.accountId, '5.00')]), ...after])).toAnswer(200, {
      sources: [
        { source: core.source, position: '2', applied: 1, seen: 0, stopped: { ...stopped, line: 3 } },
        { source: other.source, position: '2', applied: 1, seen: 0 },
      ],
    });
    // What comes after it is not taken before it.
    expect(await core.send(after)).toAnswer(200, { sources: [{ source: core.source, position: '2', applied: 0, seen: 0, stopped }] });
    expect(await (await readerOf(bank, own)).balances(accountId)).toMatchObject({ expected: '11.00' });
    const { body } = await internalCall(bank.operator, 'ais-pis', feedInternal.listFeeds);
    expect((body as { sources: { source: string }[] }).sources.find(({ source }) => source === core.source)).toMatchObject({
      position: '2',
      faultPosition: '3',
      faultField: 'booked',
      faultReason: stopped.reason,
    });
    const right = core.step([entry(accountId, '2.00'), { type: 'accountBalance', accountId, booked: '13.00' }], 3);
    expect(await core.send([...right, ...after])).toAnswer(200, { sources: [{ source: core.source, position: '4', applied: 3, seen: 0 }] });
    expect(await (await readerOf(bank, own)).balances(accountId)).toMatchObject({ expected: '17.00' });
  });

  it('passes over a step when an operator who may act says so, and keeps it', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(bank, core);
    const [wrong, after] = [core.step([entry(randomUUID(), '1.00')]), core.step([entry(own.accountId, '2.00')])];
    expect(await core.send(wrong)).toAnswer(200, {
      sources: [
        expect.objectContaining({
          stopped: expect.objectContaining({ field: 'accountId', reason: expect.stringContaining('is no account of this bank') }),
        }),
      ],
    });
    const [connector, actor] = [await anOperator(bank, ['connect']), await anOperator(bank, ['act'])];
    const skip = (who: typeof actor, position: string) => who.call(feedInternal.skipFeedChange, { position }, { source: core.source });
    expect((await skip(connector, '2')).status).toBe(401);
    expect(await skip(actor, '7')).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID', path: '/position' }] });
    expect(await skip(actor, '2')).toAnswer(200, { source: core.source, position: '2' });
    expect(await core.send(after)).toAnswer(200, { sources: [{ source: core.source, position: '3', applied: 1, seen: 0 }] });
    const { rows } = await bank
      .database('ais-pis')
      .query('select line::jsonb as line, set_aside_by from feed_set_aside where source = $1', [core.source]);
    expect(rows).toEqual([{ line: wrong[0], set_aside_by: actor.name }]);
  });

  it('lets only a connector send, and tells of each line what is wrong with it', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(bank, core);
    const line = { ...core.step([entry(own.accountId, '1.00')])[0] };
    const reader = await anOperator(bank, ['read']);
    expect((await reader.call(feedInternal.applyFeed, {})).status).toBe(401);
    expect((await core.post(JSON.stringify(line), 'application/json')).status).toBe(415);
    const wrong: [string, string][] = [
      ['not json', 'Line 1: not JSON'],
      [JSON.stringify({ ...line, source: '' }), 'Line 1, source: must be 1 to 64 ASCII characters'],
      [JSON.stringify({ ...line, position: '1.5' }), 'Line 1, position: must be a whole number'],
      [JSON.stringify({ ...line, more: true }), 'Line 1, more: is said in all lines of step 2'],
      [`${JSON.stringify(line)}\n${JSON.stringify(line)}`, 'Line 2, position: is 2 after 2: the positions of a source rise'],
    ];
    for (const [text, reason] of wrong) {
      const { status, body } = await core.post(text);
      expect([status, (body as { tppMessages: { text: string }[] }).tppMessages[0]!.text]).toEqual([400, expect.stringContaining(reason)]);
    }
    const unfit: [object, string, string][] = [
      [{ type: 'acount' }, 'type', 'must be one of psu, account, holder'],
      [{ amount: '1,00' }, 'amount', 'must be a decimal number'],
      [{ amount: '1.001' }, 'amount', 'has more than the 2 decimal places of EUR'],
      [{ amount: '99999999999999999999.99' }, 'amount', 'must be an amount of at most 14 digits'],
      [{ amount: '1000000000000.00' }, 'amount', 'has more than 14 digits'],
      [{ valueDate: '0001-01-01' }, 'valueDate', 'must be a date as YYYY-MM-DD, from 1900 on'],
      [{ valueDate: '9999-12-31' }, 'valueDate', 'must be not after 2999-12-31'],
      [{ creditorAccount: { pan: '4111111111111111' } }, 'creditorAccount', 'must be an account reference without a card number'],
      [{ amount: undefined }, 'amount', 'is missing'],
      [{ balanceAfter: '1.00' }, 'balanceAfter', 'entry has no such field'],
      [{ change: 'remove' }, 'change', 'must be upsert'],
      [{ transactionId: 'x'.repeat(36) }, 'transactionId', 'must be 1 to 35 characters'],
      [{ additionalInformation: 'a\u0000b' }, 'additionalInformation', 'must be readable text'],
    ];
    for (const [change, field, reason] of unfit)
      expect([field, (await core.send([{ ...line, ...change }])).body]).toEqual([
        field,
        { sources: [expect.objectContaining({ stopped: { position: '2', line: 1, field, reason: expect.stringContaining(reason) } })] },
      ]);
    expect(await core.send([line])).toAnswer(200, { sources: [expect.objectContaining({ position: '2', applied: 1 })] });
  });

  it('takes an entry with more decimals than the currency only where it ends those of the balance, and no such credit line', async () => {
    const core = new TestFeed(bank);
    // As an earlier release has left it.
    const { accountId } = await anAccount(bank, [await aCustomer(bank)], { booked: '10.005', opened: true });
    const stopped = (position: number, field: string) => ({
      sources: [expect.objectContaining({ applied: 0, stopped: expect.objectContaining({ position: String(position), field }) })],
    });
    const line = { type: 'accountBalance', accountId, overdraft: '100.005' };
    expect((await core.send(core.step([line], 1))).body).toEqual(stopped(1, 'overdraft'));
    expect((await core.send(core.step([entry(accountId, '999999999999.99')], 1))).body).toEqual(stopped(1, 'amount'));
    expect((await core.send(core.step([entry(accountId, '0.004')], 1))).body).toEqual(stopped(1, 'amount'));
    expect(await core.send(core.step([entry(accountId, '-0.005')], 1))).toAnswer(200, {
      sources: [expect.objectContaining({ applied: 1, position: '1' })],
    });
    expect((await core.send(core.step([entry(accountId, '-0.005')], 2))).body).toEqual(stopped(2, 'amount'));
  });

  it('finds the step among many that the database refuses, and takes those before it', async () => {
    const core = new TestFeed(bank);
    const own = await feedAccount(bank, core);
    const steps = Array.from({ length: 40 }, (_, n) =>
      core.step(
        n === 27 ? [{ type: 'holder', psuId: randomUUID(), resourceId: own.accountId, rule: 'any' }] : [entry(own.accountId, '1.00')],
      ),
    );
    const { body } = await core.send(steps.flat());
    expect(body).toEqual({
      sources: [
        {
          source: core.source,
          position: '28',
          applied: 27,
          seen: 0,
          stopped: { position: '29', line: 28, reason: expect.stringContaining('is not present in table') },
        },
      ],
    });
    expect(await (await readerOf(bank, own)).balances(own.accountId)).toMatchObject({ expected: '27.00' });
  });

  it('takes the first step of a source at position 0, once, and stops there where it is wrong', async () => {
    const core = new TestFeed(bank);
    const { accountId } = await feedAccount(bank, new TestFeed(bank));
    const [zero, one] = [core.step([entry(accountId, '1.00')], 0), core.step([entry(accountId, '2.00')], 1)];
    const wrong = core.step([{ ...entry(accountId, '1.00'), valueDate: 'soon' }], 0);
    expect(await core.send([...wrong, ...one])).toAnswer(200, {
      sources: [expect.objectContaining({ position: '-1', applied: 0, stopped: expect.objectContaining({ position: '0' }) })],
    });
    expect(await core.send([...zero, ...one])).toAnswer(200, { sources: [{ source: core.source, position: '1', applied: 2, seen: 0 }] });
    expect(await core.send(zero)).toAnswer(200, { sources: [{ source: core.source, position: '1', applied: 0, seen: 1 }] });
    const alone = new TestFeed(bank);
    const first = alone.step([entry(accountId, '4.00')], '000');
    expect(await alone.send(first)).toAnswer(200, { sources: [{ source: alone.source, position: '0', applied: 1, seen: 0 }] });
    expect(await alone.send(first)).toAnswer(200, { sources: [{ source: alone.source, position: '0', applied: 0, seen: 1 }] });
  });

  it('names the line that the database refuses, whatever class its error has', async () => {
    const core = new TestFeed(bank);
    const { accountId } = await feedAccount(bank, core);
    // An index row of at most 2,704 bytes: SQLSTATE 54000. Random, as PostgreSQL compresses what repeats.
    const name = randomBytes(4_000).toString('hex');
    const [good, wrong] = [core.step([entry(accountId, '1.00')]), core.step([{ type: 'accountOwnerName', accountId, name }])];
    expect(await core.send([...good, ...wrong])).toAnswer(200, {
      sources: [
        expect.objectContaining({
          position: '2',
          applied: 1,
          stopped: { position: '3', line: 2, reason: expect.stringContaining('index row') },
        }),
      ],
    });
    expect(await core.send(core.step([{ type: 'accountOwnerName', accountId, name: 'Short' }], 3))).toAnswer(200, {
      sources: [expect.objectContaining({ position: '3', applied: 1 })],
    });
  });

  it('names the line of a step of many lines that the database refuses, not its first', async () => {
    const core = new TestFeed(bank);
    const { accountId } = await feedAccount(bank, core);
    const unknown = { type: 'holder', psuId: randomUUID(), resourceId: accountId, rule: 'any' };
    const step = core.step([
      entry(accountId, '1.00'),
      { type: 'accountOwnerName', accountId, name: 'One' },
      unknown,
      entry(accountId, '2.00'),
    ]);
    expect(await core.send(step)).toAnswer(200, {
      sources: [
        expect.objectContaining({ stopped: { position: '2', line: 3, reason: expect.stringContaining('is not present in table') } }),
      ],
    });
    const tooMuch = { ...entry(accountId, '9'.repeat(20)), valueDate: '2026-01-01' };
    const { body } = await core.send(core.step([entry(accountId, '1.00'), tooMuch], 2));
    expect((body as { sources: object[] }).sources).toHaveLength(1);
  });
});
