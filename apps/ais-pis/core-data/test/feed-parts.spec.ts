import { randomUUID } from 'node:crypto';
import { TestFeed, runningBank } from '@open-banking/testing';
import { entry, feedAccount } from '@open-banking/ais-pis-testing/a-fed-account';

describe("a step of the bank's core that is larger than a request", () => {
  const bank = runningBank(['ais-pis']);

  it('takes a step in parts, once, whatever part is sent again, and applies nothing of it before its last part', async () => {
    const core = new TestFeed(bank);
    const { accountId } = await feedAccount(bank, core);
    const lines = core.step([
      ...Array.from({ length: 6 }, () => entry(accountId, '1.00')),
      { type: 'accountBalance', accountId, booked: '6.00' },
    ]);
    const part = (number: number, of: readonly object[]) => core.send(of.map((line) => ({ ...line, part: number })) as never);
    const waiting = { source: core.source, position: '1', applied: 0, seen: 0 };
    const booked = async () =>
      (
        await bank
          .database('ais-pis')
          .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
      ).rows[0]!.booked;
    expect(await part(1, lines.slice(0, 3))).toAnswer(200, { sources: [waiting] });
    expect(await part(3, lines.slice(5))).toAnswer(409, {
      tppMessages: [
        expect.objectContaining({
          code: 'STATUS_INVALID',
          path: '/part',
          text: expect.stringContaining('send the step again from part 1'),
        }),
      ],
    });
    for (let time = 0; time < 2; time += 1) expect(await part(2, lines.slice(3, 5))).toAnswer(200, { sources: [waiting] });
    expect(await booked()).toBe('0');
    expect(await part(3, lines.slice(5))).toAnswer(200, { sources: [{ source: core.source, position: '2', applied: 7, seen: 0 }] });
    expect(await booked()).toBe('6.00');
    for (const [number, from, to] of [
      [1, 0, 3],
      [2, 3, 5],
      [3, 5, 7],
    ] as const)
      expect(await part(number, lines.slice(from, to))).toAnswer(200, { sources: [{ ...waiting, position: '2', seen: to - from }] });
    const mixed = [
      { ...lines[0], part: 1 },
      { ...lines[1], part: 2 },
    ];
    expect((await core.send(mixed as never)).status).toBe(400);
    const { rows } = await bank.database('ais-pis').query('select from feed_part where source = $1', [core.source]);
    expect(rows).toEqual([]);
  });

  it('stops at a step of several parts that is wrong, names its line through all parts, and takes it when it is right', async () => {
    const core = new TestFeed(bank);
    const { accountId } = await feedAccount(bank, core);
    const psuId = randomUUID();
    const wrong: readonly (readonly [object, object])[] = [
      [
        { type: 'holder', psuId, resourceId: accountId, rule: 'any' },
        { line: 4, reason: expect.stringContaining('is not present in table') },
      ],
      [
        { ...entry(accountId, '1.00'), valueDate: 'soon' },
        { line: 4, field: 'valueDate', reason: 'must be a date as YYYY-MM-DD, from 1900 on' },
      ],
      [entry(randomUUID(), '1.00'), { line: 4, field: 'accountId', reason: expect.stringContaining('is no account') }],
    ];
    const send = async (last: object) => {
      const step = core.step([entry(accountId, '1.00'), entry(accountId, '2.00'), entry(accountId, '3.00'), last as never], 2);
      await core.send(step.slice(0, 2).map((line) => ({ ...line, part: 1 })));
      return core.send(step.slice(2).map((line) => ({ ...line, part: 2 })));
    };
    for (const [line, fault] of wrong)
      expect(await send(line)).toAnswer(200, {
        sources: [{ source: core.source, position: '1', applied: 0, seen: 0, stopped: { position: '2', ...fault } }],
      });
    expect(await send(entry(accountId, '0'))).toAnswer(200, {
      sources: [expect.objectContaining({ position: '2', applied: 3, passedOver: [expect.objectContaining({ line: 4 })] })],
    });
  });

  it('answers a body beyond its limit with that limit, and says that a step may come in parts', async () => {
    const core = new TestFeed(bank);
    const { status, body } = await core.post('x'.repeat(4_194_305));
    expect([status, (body as { tppMessages: { text: string }[] }).tppMessages[0]!.text]).toEqual([
      413,
      'The body is too large: at most 4096 KiB. Send fewer steps at once, and a larger step in parts (docs/feed.md).',
    ]);
  });
});
