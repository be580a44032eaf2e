import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { internalCall, leasedBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { clearingInternal } from '@open-banking/spec';
import { nextTuesday } from '@open-banking/ais-pis-testing/a-calendar';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const instant = '/v1.7/payments/instant-sepa-credit-transfers';
const batch = '/v1.7/payments/sepa-credit-transfers';
const timeoutMs = 300_000;
const warning = [{ category: 'WARNING', code: 'WARNING', text: expect.stringMatching(/investigating.*do not repeat/) as string }];
const program = fileURLToPath(new URL('../../../../cli/bin/openbank.mjs', import.meta.url));

describe('a payment that clearing does not answer', () => {
  const bank = leasedBank(['ais-pis']);
  let client: TestClient;
  let customer: TestCustomer;
  beforeAll(async () => {
    [client, customer] = [await bank.client(), await aCustomer(bank)];
    expect(await ask(clearingInternal.addClearingRule, { answer: 'accepted', after: 'P200D' })).toAnswer(200);
  });
  const ask = (row: (typeof clearingInternal)[keyof typeof clearingInternal], body: unknown, params?: Record<string, string>) =>
    internalCall(bank.operator, 'ais-pis', row, body, params);
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
  const metric = async (state: string) => {
    const metrics = await (await fetch(`${bank.operator.internal!['ais-pis']}/metrics`)).text();
    return [...metrics.matchAll(new RegExp(`^openbank_clearing_investigations\\{[^}]*state="${state}"[^}]*\\} (\\d+)$`, 'gm'))].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  };
  const reader = () => client.withClientToken('payments', 'PIS');

  async function sent(product = instant) {
    const account = await anAccount(bank, [customer]);
    const { paymentId } = (await (await reader()).post(product, { ...inEuro, debtorAccount: { iban: account.iban } })).body as {
      paymentId: string;
    };
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    expect(await statusAfter(await reader(), `${product}/${paymentId}`, ['ACTC', 'ACFC'])).toBe('ACSP');
    const { rows } = await bank
      .database('ais-pis')
      .query<{ id: string }>('select instruction_id as id from clearing_instruction where payment_id = $1', [paymentId]);
    const instructionId = rows[0]!.id;
    const status = async () => (await (await reader()).get(`${product}/${paymentId}/status`)).body;
    const booked = async () =>
      (
        await bank
          .database('ais-pis')
          .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [account.accountId])
      ).rows[0]!.booked;
    const postings = async () =>
      (await bank.database('ais-pis').query('select kind from posting where subject = $1 order by posted_at', [paymentId])).rows.map(
        ({ kind }) => kind as string,
      );
    const response = (body: object) => ask(clearingInternal.answerInstruction, body, { instructionId });
    const resolved = (body: object) => ask(clearingInternal.resolveInstruction, { note: 'asked by telephone', ...body }, { instructionId });
    return { paymentId, instructionId, path: `${product}/${paymentId}`, status, booked, postings, answered: response, resolved };
  }
  const late = async () => {
    const payment = await sent();
    await bank.advance('PT11S');
    return payment;
  };

  it(
    'is investigated until clearing answers: client, customer, operator and a metric show it, and the status stays',
    async () => {
      const before = await metric('open');
      const payment = await late();
      expect(await payment.status()).toEqual({ transactionStatus: 'ACSP', tppMessages: warning });
      expect((await (await reader()).get(payment.path)).body).toMatchObject({ transactionStatus: 'ACSP', tppMessages: warning });
      expect(await metric('open')).toBe(before + 1);
      const browser = new Browser(bank.baseUrl, (await bank.client()).from);
      await browser.open('/customer');
      await browser.press('sign-in', { login: customer.login, password: customer.password });
      for (const at of ['/customer/payments', `/customer/payments/${payment.paymentId}`])
        expect((await browser.open(at)).text).toContain('Do not pay again');
      expect((await browser.open(`/customer/payments/${payment.paymentId}?lang=he`)).text).toContain('אין לשלם שוב');
      expect((await openbank('clearing', '--late')).out).toMatch(new RegExp(`${payment.instructionId} .*late since`));
      expect(await ask(clearingInternal.listInstructions, { of: 'late', product: 'masav' })).toAnswer(200, { instructions: [] });

      expect(await payment.answered({ answer: 'accepted' })).toAnswer(200, { state: 'ACCEPTED' });
      expect(await payment.status()).toEqual({ transactionStatus: 'ACSC' });
      expect((await browser.open(`/customer/payments/${payment.paymentId}?lang=en`)).text).not.toContain('Do not pay again');
      expect([await metric('open'), await payment.booked()]).toEqual([before, '87.50']);
    },
    timeoutMs,
  );

  it(
    'waits as long as its scheme allows: an instant payment 10 seconds, a batch payment until the end of the next business day',
    async () => {
      await bank.advanceTo(nextTuesday(new Date((await bank.clock()).now)));
      const [quick, slow] = [await sent(), await sent(batch)];
      expect(await slow.status()).toEqual({ transactionStatus: 'ACSP' });
      await bank.advance('PT11S');
      expect([await quick.status(), await slow.status()]).toEqual([
        { transactionStatus: 'ACSP', tppMessages: warning },
        { transactionStatus: 'ACSP' },
      ]);
      await bank.advance('P1D');
      expect(await slow.status()).toEqual({ transactionStatus: 'ACSP' });
      await bank.advance('PT15H');
      expect(await slow.status()).toEqual({ transactionStatus: 'ACSP', tppMessages: warning });
      for (const payment of [quick, slow]) await payment.answered({ answer: 'accepted' });
    },
    timeoutMs,
  );

  it(
    'is resolved by an operator once, only after the deadline; a later contradicting answer of clearing moves no money',
    async () => {
      const [early, payment] = [await sent(batch), await late()];
      expect(await early.resolved({ answer: 'accepted' })).toAnswer(409, {
        tppMessages: [{ code: 'STATUS_INVALID', text: expect.stringContaining('may answer until') }],
      });
      const command = [
        'clearing',
        'resolve',
        payment.instructionId,
        'rejected',
        '--reason',
        'AB05',
        '--note',
        'their operations desk reports no arrival',
      ];
      expect(await openbank(...command)).toEqual({ code: 0, out: `${payment.instructionId} is resolved as REJECTED.\n`, err: '' });
      expect(await payment.resolved({ answer: 'rejected', reason: 'AB05' })).toAnswer(200, { state: 'REJECTED' });
      expect(await payment.resolved({ answer: 'accepted' })).toAnswer(409);
      expect(await payment.status()).toMatchObject({
        transactionStatus: 'RJCT',
        tppMessages: [{ code: 'PAYMENT_FAILED', text: "AB05: The creditor's bank did not answer in time." }],
      });
      expect([await payment.booked(), await payment.postings()]).toEqual(['100.00', ['PAYMENT', 'PAYMENT_REJECTED']]);

      expect(await payment.answered({ answer: 'rejected', reason: 'AC04' })).toAnswer(200, { state: 'REJECTED' });
      expect(await metric('contradicted')).toBe(0);
      expect(await payment.answered({ answer: 'accepted' })).toAnswer(409, {
        tppMessages: [{ text: expect.stringContaining('recorded for the operators') }],
      });
      expect(await metric('contradicted')).toBe(1);
      expect([await payment.booked(), await payment.postings()]).toEqual(['100.00', ['PAYMENT', 'PAYMENT_REJECTED']]);
      expect(await payment.resolved({ answer: 'rejected', reason: 'AB05', note: 'they send it back by hand' })).toAnswer(200);
      expect(await metric('contradicted')).toBe(0);
      const { rows } = await bank
        .database('ais-pis')
        .query(
          "select operation from audit where subject = $1 and operation in ('resolveInstruction', 'answerInstruction') order by audit_id",
          [payment.paymentId],
        );
      expect(rows.map(({ operation }) => operation as string)).toEqual(['resolveInstruction', 'answerInstruction', 'resolveInstruction']);
    },
    timeoutMs,
  );

  it(
    'is resolved once if clearing and operators decide at the same moment; an accepted one can still be returned',
    async () => {
      const both = await Promise.all([late(), sent(), sent()]);
      await bank.advance('PT11S');
      for (const payment of both) {
        const answers = await Promise.all([
          payment.answered({ answer: 'rejected', reason: 'AC04' }),
          payment.resolved({ answer: 'accepted' }),
          payment.answered({ answer: 'rejected', reason: 'AC04' }),
          payment.resolved({ answer: 'accepted' }),
        ]);
        expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
        const { transactionStatus } = (await payment.status()) as { transactionStatus: string };
        const rejected = transactionStatus === 'RJCT';
        expect([transactionStatus, await payment.booked(), await payment.postings()]).toEqual(
          rejected ? ['RJCT', '100.00', ['PAYMENT', 'PAYMENT_REJECTED']] : ['ACSC', '87.50', ['PAYMENT']],
        );
      }
      const payment = await late();
      await payment.resolved({ answer: 'accepted' });
      for (const _ of [1, 2]) expect(await payment.answered({ answer: 'returned', reason: 'AC04' })).toAnswer(200, { state: 'RETURNED' });
      expect([await payment.status(), await payment.booked()]).toEqual([{ transactionStatus: 'ACSC' }, '100.00']);
    },
    timeoutMs,
  );

  it(
    'cannot be resolved without a note, with an unknown answer or id, or after clearing has answered',
    async () => {
      const payment = await late();
      expect(await payment.resolved({ answer: 'accepted', note: ' ' })).toAnswer(400, { tppMessages: [{ path: '/note' }] });
      for (const wrong of [{ answer: 'rejected' }, { answer: 'returned', reason: 'AC04' }, { answer: 'accepted', reason: 'AC04' }])
        expect(await payment.resolved(wrong)).toAnswer(400);
      expect(await openbank('clearing', 'resolve', payment.instructionId, 'accepted')).toMatchObject({
        code: 1,
        err: expect.stringContaining('--note') as string,
      });
      for (const instructionId of ['11111111-1111-4111-8111-111111111111', 'x'])
        expect(await ask(clearingInternal.resolveInstruction, { answer: 'accepted', note: 'x' }, { instructionId })).toAnswer(404);
      await payment.answered({ answer: 'accepted' });
      expect(await payment.resolved({ answer: 'accepted' })).toAnswer(409, {
        tppMessages: [{ text: expect.stringContaining('already answered') }],
      });
    },
    timeoutMs,
  );
});
