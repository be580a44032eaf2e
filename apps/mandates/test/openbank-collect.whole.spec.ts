import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { runningBank } from '@open-banking/testing';
import { activeMandate } from './a-debtor.js';

const program = fileURLToPath(new URL('../../../cli/bin/openbank.mjs', import.meta.url));
/** Each command is a process of its own, which takes seconds to start on a busy machine. */
const timeoutMs = 300_000;

describe("the operator's commands for mandates", () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const openbank = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        },
      );
    });

  it(
    'collect: debits once per id, prints JSON or text, and gives the reason of a return',
    async () => {
      const { resourceId, account } = await activeMandate(bank);
      const id = randomUUID();
      const first = await openbank('collect', resourceId, '--amount', '12.00', '--id', id, '--json');
      expect([first.code, first.err]).toEqual([0, '']);
      expect(JSON.parse(first.out)).toMatchObject({
        collectionId: id,
        resourceId,
        state: 'booked',
        amount: { currency: 'EUR', amount: '12.00' },
      });
      expect((await openbank('collect', resourceId, '--amount', '12.00', '--id', id, '--json')).out).toBe(first.out);
      expect(await openbank('collect', resourceId, '--amount', '12.00')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/ 12\.00 EUR: returned: SL13 /),
      });
      expect(await openbank('collect', randomUUID(), '--amount', '12.00')).toMatchObject({
        code: 1,
        err: expect.stringContaining('RESOURCE_UNKNOWN'),
      });
      expect(await openbank('collect', resourceId, '--amount', '0')).toMatchObject({
        code: 1,
        err: expect.stringContaining('400 FORMAT_ERROR /amount/amount The amount must be more than zero.'),
      });
      expect(await openbank('collect', resourceId, '--amount', '12.00', '--id', `urn:uuid:${id}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('it must be a UUID other than the nil UUID.'),
      });
      expect(await openbank('collect', resourceId.toUpperCase(), '--amount', '12.00', '--id', id, '--json')).toMatchObject({
        code: 0,
        out: first.out,
      });
      const { rows } = await bank
        .database('ais-pis')
        .query('select booked::text from account_balance where account_id = $1', [account.accountId]);
      expect(rows).toEqual([{ booked: '88.00' }]);
    },
    timeoutMs,
  );

  it(
    'mandate suspend and resume: take effect where allowed, and otherwise print one clear line',
    async () => {
      const { resourceId, itself, self } = await activeMandate(bank);
      expect(await openbank('mandate', 'resume', resourceId)).toMatchObject({
        code: 1,
        err: expect.stringContaining('The mandate is ACTV'),
      });
      const suspended = await openbank('mandate', 'suspend', resourceId, '--json');
      expect([suspended.code, JSON.parse(suspended.out)]).toEqual([0, { resourceId, mandateStatus: 'SUSP' }]);
      expect(await itself.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'SUSP', reasonCode: 'MS03' });
      expect(await openbank('mandate', 'suspend', resourceId)).toMatchObject({
        code: 1,
        err: 'openbank: The mandate is already suspended by the bank; `openbank mandate resume` lifts it.\n',
      });
      expect(await openbank('mandate', 'resume', resourceId)).toMatchObject({ code: 0, out: `${resourceId} is ACTV\n` });
      expect(await itself.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'ACTV' });
    },
    timeoutMs,
  );
});
