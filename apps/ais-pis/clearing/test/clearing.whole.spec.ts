import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { internalCall, freshBank } from '@open-banking/testing';
import { anotherService } from '@open-banking/testing/bank';
import { clearingInternal } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const program = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const product = '/v1.7/payments/instant-sepa-credit-transfers';
/** Each command is a separate process, which takes seconds to start on a busy machine. */
const timeoutMs = 300_000;
const slow = { iban: 'FR1420041010050500013M02606' };

describe('clearing', () => {
  const bank = freshBank(['ais-pis']);
  let approvals: PaymentApprover;
  beforeAll(async () => {
    approvals = await PaymentApprover.connect(bank);
  });
  afterAll(() => approvals.close());

  const openbank = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program('cli/bin/openbank.mjs'), ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        },
      );
    });
  const json = async (...args: string[]) => {
    const { code, out, err } = await openbank(...args, '--json');
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as unknown;
  };
  const ask = (row: (typeof clearingInternal)[keyof typeof clearingInternal], body?: unknown, params?: Record<string, string>) =>
    internalCall(bank.operator, 'ais-pis', row, body, params);

  async function sent(over: object = {}) {
    const account = await anAccount(bank, [await aCustomer(bank)]);
    const client = await bank.client();
    const { paymentId } = (await (await client.withClientToken('payments', 'PIS')).post(product, { ...inEuro, ...over })).body as {
      paymentId: string;
    };
    await approvals.approve(paymentId, account.accountId);
    // A new token each time, because tokens follow the clock, which this test moves.
    const status = async () =>
      (
        (await (await client.withClientToken('payments', 'PIS')).get(`${product}/${paymentId}/status`)).body as {
          transactionStatus: string;
        }
      ).transactionStatus;
    const becomes = async (wanted: string) => {
      for (const until = performance.now() + timeoutMs / 2; performance.now() < until; await pause(50))
        if ((await status()) === wanted) return;
      throw new Error(`${paymentId} is ${await status()}, not ${wanted}`);
    };
    const instructionId = async () =>
      (
        await bank
          .database('ais-pis')
          .query<{ id: string }>('select instruction_id as id from clearing_instruction where payment_id = $1', [paymentId])
      ).rows[0]!.id;
    return { paymentId, account, status, becomes, instructionId };
  }

  it(
    "accepts automatically in the sandbox, and the day's file lists the instructions",
    async () => {
      const { paymentId, becomes, instructionId } = await sent();
      await becomes('ACSC');
      const file = (await json('clearing', '--scheme', 'instant-sepa-credit-transfers')) as {
        date: string;
        totals: unknown[];
        instructions: object[];
      };
      const today = (await bank.clock()).today;
      expect(file).toMatchObject({ date: today, totals: [{ state: 'ACCEPTED', currency: 'EUR' }] });
      expect(file.instructions).toContainEqual(
        expect.objectContaining({
          paymentId,
          instructionId: await instructionId(),
          state: 'ACCEPTED',
          amount: '12.50',
          settlementDate: today,
        }),
      );
      expect((await openbank('clearing')).out).toMatch(new RegExp(`payment ${paymentId} .*12.50 EUR  ACCEPTED`));
      expect((await openbank('clearing', '--date', '2020-01-01')).out).toBe('Nothing was sent on 2020-01-01.\n');
      expect(await openbank('clearing', '--date', '2026-13-01')).toEqual({
        code: 1,
        out: '',
        err: 'openbank: --date: "2026-13-01" is not a valid date of the form YYYY-MM-DD\n',
      });
      expect(await ask(clearingInternal.listInstructions, { of: '2026-13-01' })).toMatchObject({
        status: 400,
        body: { tppMessages: [{ path: '/of', text: 'Must be an existing day as YYYY-MM-DD, or today, unanswered or late.' }] },
      });
      expect((await ask(clearingInternal.removeClearingRule, undefined, { ruleId: 'a\0b' })).status).toBe(404);
      expect((await ask(clearingInternal.listInstructions, { of: 'unanswered' })).body).toEqual({ instructions: [] });
    },
    timeoutMs,
  );

  it(
    'follows rules that an operator sets, lists and removes',
    async () => {
      const { ruleId } = (await json('clearing', 'rule', 'reject', '--reason', 'AC04', '--creditor', slow.iban)) as { ruleId: string };
      const [rejected, accepted] = [await sent({ creditorAccount: slow }), await sent()];
      await rejected.becomes('RJCT');
      await accepted.becomes('ACSC');
      expect((await openbank('clearing', 'rule', 'list')).out).toContain(`${ruleId}  rejected AC04 after 0 s: to ${slow.iban}`);
      expect((await openbank('clearing', 'rule', 'remove', ruleId)).code).toBe(0);
      expect(await ask(clearingInternal.removeClearingRule, undefined, { ruleId })).toAnswer(404);
      await (await sent({ creditorAccount: slow })).becomes('ACSC');
      expect(await openbank('clearing', 'rule', 'return', '--after', 'tomorrow')).toMatchObject({
        code: 1,
        err: expect.stringContaining('/after Must be a duration'),
      });
      const returned = { answer: 'returned', reason: 'AC04' };
      for (const wrong of [
        { answer: 'returned' },
        { ...returned, product: 'cheque' },
        { ...returned, amountFrom: '-1' },
        { ...returned, reason: '' },
      ]) {
        expect(await ask(clearingInternal.addClearingRule, wrong)).toAnswer(400);
      }
    },
    timeoutMs,
  );

  it(
    'gives a delayed answer once the clock has moved',
    async () => {
      await json('clearing', 'rule', 'accept', '--after', 'P3D', '--creditor', slow.iban);
      const { becomes, status, instructionId } = await sent({ creditorAccount: slow });
      await becomes('ACSP');
      expect(await json('clearing', '--open')).toMatchObject({
        instructions: [{ instructionId: await instructionId(), state: 'INSTRUCTED' }],
      });
      await bank.advance('P2D');
      expect(await status()).toBe('ACSP');
      await bank.advance('P1DT1S');
      // The work that became due is done when the command ends.
      expect(await status()).toBe('ACSC');
    },
    timeoutMs,
  );

  it(
    "takes a connector's answer to an instruction: repeating it changes nothing, a different answer is refused",
    async () => {
      const waiting = await sent({ creditorAccount: slow });
      await waiting.becomes('ACSP');
      const id = await waiting.instructionId();
      const answer = (body: object, instructionId = id) => ask(clearingInternal.answerInstruction, body, { instructionId });
      expect(await answer({ answer: 'returned', reason: 'AC04' })).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
      expect(await waiting.status()).toBe('ACSP');
      for (const _ of [1, 2]) expect(await answer({ answer: 'accepted' })).toAnswer(200, { state: 'ACCEPTED' });
      expect(await waiting.status()).toBe('ACSC');
      expect(await answer({ answer: 'rejected', reason: 'AC04' })).toAnswer(409);
      expect((await openbank('clearing', 'report', id, 'returned', '--reason', 'AC04')).out).toBe(`${id} is RETURNED.\n`);
      expect(await answer({ answer: 'accepted' })).toAnswer(200, { state: 'RETURNED' });
      expect(await waiting.status()).toBe('ACSC');
      for (const unknown of ['11111111-1111-4111-8111-111111111111', 'nothing'])
        expect(await answer({ answer: 'accepted' }, unknown)).toAnswer(404);
      for (const wrong of [{ answer: 'rejected' }, { answer: 'accepted', reason: 'AC04' }, { answer: 'perhaps' }])
        expect(await answer(wrong)).toAnswer(400);
      const { rows } = await bank
        .database('ais-pis')
        .query(`select operation from audit where operation = 'answerInstruction' and subject = $1`, [waiting.paymentId]);
      expect(rows).toHaveLength(2);
    },
    timeoutMs,
  );

  it('cannot be read or answered by clients', async () => {
    expect(await bank.anonymous.get('/internal/clearing/rules')).toAnswer(404);
    const unsigned = await fetch(`${bank.operator.internal!['ais-pis']}${clearingInternal.listInstructions.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"of":"today"}',
    });
    expect(unsigned.status).toBe(401);
    expect(await ask(clearingInternal.listInstructions, { of: 'today' })).toAnswer(200);
  });

  it(
    "has the connector's operations but no rules outside the sandbox",
    async () => {
      const waiting = await sent({ creditorAccount: slow });
      await waiting.becomes('ACSP');
      const outside = await anotherService(bank, 'ais-pis', {
        settings: { APPROVAL_CODE_URL: 'http://127.0.0.1:9/' },
        overrides: { SANDBOX: '0' },
      });
      const there = { ...bank.operator, internal: { 'ais-pis': outside.internalUrl } };
      expect(await internalCall(there, 'ais-pis', clearingInternal.listClearingRules)).toAnswer(404);
      expect(await internalCall(there, 'ais-pis', clearingInternal.addClearingRule, { answer: 'accepted' })).toAnswer(404);
      expect(
        await internalCall(
          there,
          'ais-pis',
          clearingInternal.answerInstruction,
          { answer: 'accepted' },
          { instructionId: await waiting.instructionId() },
        ),
      ).toAnswer(200, { state: 'ACCEPTED' });
      expect(await ask(clearingInternal.listClearingRules)).toAnswer(200);
      await outside.stop();
      expect(await waiting.status()).toBe('ACSC');
    },
    timeoutMs,
  );
});
