import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inDays, until } from '@open-banking/testing';
import type { CheckReply } from '@open-banking/testing/sandbox';
import { heldPaymentsInternal, lookupsInternal, proposalsInternal } from '@open-banking/spec';
import Value from 'typebox/value';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { checkingBank } from '@open-banking/ais-pis-testing/a-checking-bank';
import { anOperator, auditedOperations } from '@open-banking/ais-pis-testing/an-operator';
import { statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const instant = '/v1.7/payments/instant-sepa-credit-transfers';

interface Contract {
  readonly paths: {
    readonly '/': {
      readonly post: { readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } } };
    };
  };
}
const { paths } = JSON.parse(readFileSync(new URL('../../../../docs/ports/execution-checks.json', import.meta.url), 'utf8')) as Contract;
const { schema } = paths['/'].post.requestBody.content['application/json'];

describe('payments that the bank checks before it executes them', () => {
  const { bank, replies, killAt, ...tested } = checkingBank();
  const {
    anAccountOf,
    created,
    approved,
    statusOf,
    heldOf,
    isHeld,
    ended,
    checkRequestsOf,
    proposed,
    released,
    answers,
    counted,
    signInAgain,
  } = tested;
  const { approvals, payer, customer, port, dana, omer } = tested;

  it('are told to the port as its contract says, and executed, refused with its reason or held as it answers', async () => {
    const [allowed, refused, held] = [
      await approved(),
      await approved({ decision: 'refuse', reason: 'FRAD' }),
      await approved({ decision: 'hold', note: 'list' }),
    ];
    expect([await ended(allowed), await ended(refused)]).toEqual(['ACCC', 'RJCT']);
    expect(await payer().get(refused.path)).toAnswer(200, {
      tppMessages: [{ code: 'PAYMENT_FAILED', text: 'FRAD: The bank suspects that the payment is fraudulent.' }],
    });
    await isHeld(held);
    const status = await statusOf(held);
    expect(status).toMatchObject({ transactionStatus: 'ACTC', tppMessages: [{ category: 'WARNING', code: 'WARNING' }] });
    expect(await heldOf(held)).toMatchObject({ heldBy: 'port', note: 'list', amount: '12.50', transactionStatus: 'ACTC', endsBy: null });
    const browser = new Browser(bank.baseUrl);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer().login, password: customer().password });
    for (const page of ['/customer/payments', `/customer/payments/${held.paymentId}`])
      expect((await browser.open(page)).text).toContain('We are looking at it before we execute it.');
    expect((await browser.open(`/customer/payments/${allowed.paymentId}`)).text).not.toContain('We are looking at it');
    const [checkRequest] = checkRequestsOf(allowed);
    expect(Value.Check(schema, checkRequest)).toBe(true);
    expect(Value.Check(schema, { ...checkRequest, factsHash: undefined })).toBe(false);
    expect(checkRequest!.facts).toMatchObject({
      psuId: customer().psuId,
      debtorAccount: { iban: allowed.account.iban },
      amount: { currency: 'EUR', amount: '12.50' },
    });
    expect(checkRequestsOf(held)).toHaveLength(1);
    expect(await dana().call(lookupsInternal.inspectPayment, undefined, { paymentId: held.paymentId })).toAnswer(200, {
      transactionStatus: 'ACTC',
    });
  }, 300_000);

  it('are released or refused by two operators, never by the one who proposed it', async () => {
    const [first, second] = [await approved({ decision: 'hold' }), await approved({ decision: 'hold' })];
    await Promise.all([first, second].map(isHeld));
    const { proposalId } = await proposed(first.paymentId);
    expect(await dana().call(proposalsInternal.approveProposal, undefined, { proposalId })).toAnswer(401, {
      tppMessages: [{ code: 'ROLE_INVALID' }],
    });
    expect((await statusOf(first)).transactionStatus).toBe('ACTC');
    const approvedBy = () => omer().call(proposalsInternal.approveProposal, undefined, { proposalId });
    const all = await Promise.all(Array.from({ length: 5 }, approvedBy));
    expect(all.map(({ status }) => status)).toContain(200);
    expect(await ended(first)).toBe('ACCC');
    expect(await heldOf(first)).toBeUndefined();
    expect((await auditedOperations(bank, first.paymentId)).filter(Boolean)).toEqual([
      `${dana().name} releaseHeldPayment.propose`,
      `${omer().name} releaseHeldPayment`,
      `${omer().name} approveProposal`,
    ]);
    const refusal = await proposed(second.paymentId, heldPaymentsInternal.refuseHeldPayment);
    expect(await omer().call(proposalsInternal.approveProposal, undefined, refusal)).toAnswer(200);
    expect(await ended(second)).toBe('RJCT');
    expect(await payer().get(second.path)).toAnswer(200, {
      tppMessages: [{ text: 'MS03: The bank does not execute the payment and gives no reason.' }],
    });
    for (const row of [heldPaymentsInternal.releaseHeldPayment, heldPaymentsInternal.refuseHeldPayment]) {
      expect(await dana().call(row, { note: 'again' }, { paymentId: second.paymentId })).toAnswer(409);
      expect(await dana().call(row, { note: 'mistyped' }, { paymentId: randomUUID() })).toAnswer(404, {
        tppMessages: [{ code: 'RESOURCE_UNKNOWN', path: 'paymentId', text: 'This bank has no such payment.' }],
      });
    }
    expect(
      (
        await (
          await anOperator(bank, ['read'])
        ).call(heldPaymentsInternal.releaseHeldPayment, { note: 'no' }, { paymentId: second.paymentId })
      ).status,
    ).toBe(401);
  }, 300_000);

  it('fifty at once: one that is refused and one that is held keep nobody else', async () => {
    const account = await anAccountOf();
    const payments = [];
    for (let at = 0; at < 50; at += 1) {
      const reply: CheckReply | undefined = at === 7 ? { decision: 'refuse', reason: 'LEGL' } : at === 9 ? { decision: 'hold' } : undefined;
      payments.push(await created(reply, { instructedAmount: { currency: 'EUR', amount: '2.00' } }));
    }
    await approvals().approveTogether(
      payments.map(({ paymentId }) => paymentId),
      account.accountId,
      [],
      { by: customer().psuId },
    );
    await isHeld(payments[9]!);
    const others = payments.filter((_, at) => at !== 9);
    const ends = await Promise.all(others.map(ended));
    expect(ends).toEqual(others.map((_, at) => (at === 7 ? 'RJCT' : 'ACCC')));
    expect((await statusOf(payments[9]!)).transactionStatus).toBe('ACTC');
    const { rows } = await bank
      .database('ais-pis')
      .query('select booked::float8 as booked from account_balance where account_id = $1', [account.accountId]);
    expect(rows).toEqual([{ booked: 4 }]);
  }, 300_000);

  it('are answered later by an operation of the bank, once; what says otherwise afterwards is noted and changes nothing', async () => {
    const [allowed, refused] = [await approved('later'), await approved('later')];
    await until('the port was told', () => checkRequestsOf(allowed).length === 1 && checkRequestsOf(refused).length === 1);
    const [one, other] = [checkRequestsOf(allowed)[0]!, checkRequestsOf(refused)[0]!];
    expect((await answers(one, { decision: 'allow' }, dana())).status).toBe(401);
    expect(await answers({ ...one, factsHash: other.factsHash }, { decision: 'allow' })).toAnswer(400);
    expect(await answers({ ...one, checkId: randomUUID() }, { decision: 'allow' })).toAnswer(404);
    expect((await statusOf(allowed)).transactionStatus).toBe('ACTC');
    const before = await counted('contradicted');
    expect(await answers(one, { decision: 'allow' })).toAnswer(200);
    expect(await answers(one, { decision: 'allow' })).toAnswer(200);
    expect(await answers(one, { decision: 'refuse', reason: 'FRAD' })).toAnswer(409);
    expect(await counted('contradicted')).toBe(before + 1);
    expect(await answers(other, { decision: 'refuse', reason: 'RR04' })).toAnswer(200);
    expect([await ended(allowed), await ended(refused)]).toEqual(['ACCC', 'RJCT']);
  }, 300_000);

  it('are asked about again where the answer is not signed by the port, or none comes', async () => {
    const right = port().key;
    port().key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const before = await counted('not-answered');
    const payment = await approved();
    await until('an answer was not believed', async () => (await counted('not-answered')) > before);
    expect((await statusOf(payment)).transactionStatus).toBe('ACTC');
    port().key = right;
    expect(await ended(payment)).toBe('ACCC');
    const ids = checkRequestsOf(payment).map(({ checkId }) => checkId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);

    await port().close();
    const failed = await counted('not-answered');
    const other = await approved();
    await until('the port was not reached', async () => (await counted('not-answered')) > failed);
    await port().listen();
    expect(await ended(other)).toBe('ACCC');
  }, 300_000);

  it('are executed when the service was killed after the answer, or before it was stored', async () => {
    for (const at of ['before commit of payment checked', 'payment checked']) {
      writeFileSync(killAt, at);
      const payment = await approved();
      await until('the service has died', () => !existsSync(killAt));
      await bank.restart('ais-pis');
      expect(await ended(payment)).toBe('ACCC');
      const { rows } = await bank
        .database('ais-pis')
        .query('select count(*)::int as count from posting where subject = $1', [payment.paymentId]);
      expect(rows).toEqual([{ count: 1 }]);
    }
  }, 400_000);

  it('stay held when the service is killed, and are never executed on an answer about something else', async () => {
    const held = await approved({ decision: 'hold' });
    await isHeld(held);
    writeFileSync(killAt, 'payment checked');
    const another = await approved();
    await until('the service has died', () => !existsSync(killAt));
    await bank.restart('ais-pis');
    expect(await ended(another)).toBe('ACCC');
    expect(await heldOf(held)).toMatchObject({ heldBy: 'port' });

    await bank.database('ais-pis').query(`update payment set execution_date = execution_date - 1 where payment_id = $1`, [held.paymentId]);
    replies.set(held.endToEndIdentification, { decision: 'refuse', reason: 'FRAD' });
    await released(held);
    expect(await ended(held)).toBe('RJCT');
    expect(new Set(checkRequestsOf(held).map(({ factsHash }) => factsHash)).size).toBe(2);
  }, 400_000);

  it('what is not answered in time is held, or refused where it is instant; a late answer takes effect on what is held only', async () => {
    const [slow, late, fast] = [await approved('never'), await approved('later'), await approved('later', {}, instant)];
    const heldInstant = await approved({ decision: 'hold' }, {}, instant);
    await until('the port was told', () => [slow, late, fast, heldInstant].every((payment) => checkRequestsOf(payment).length > 0));
    await bank.advance('PT2H');
    await signInAgain();
    await Promise.all([slow, late].map(isHeld));
    expect(await heldOf(slow)).toMatchObject({ heldBy: 'time-out' });
    expect([await ended(fast), await ended(heldInstant)]).toEqual(['RJCT', 'RJCT']);
    expect(await payer().get(fast.path)).toAnswer(200, {
      tppMessages: [{ text: 'AB06: The bank did not finish its check of the payment in time.' }],
    });
    expect(await answers(checkRequestsOf(fast)[0]!, { decision: 'allow' })).toAnswer(409);
    expect(await answers(checkRequestsOf(late)[0]!, { decision: 'allow' })).toAnswer(200);
    expect(await ended(late)).toBe('ACCC');
    await released(slow);
    expect(await ended(slow)).toBe('ACCC');
    expect(await answers(checkRequestsOf(slow)[0]!, { decision: 'refuse' })).toAnswer(409);
    expect((await statusOf(slow)).transactionStatus).toBe('ACCC');
  }, 400_000);

  it('a dated payment is checked on its day, and gone from the list when its customer cancels it', async () => {
    const day = inDays(3, new Date((await bank.clock()).now));
    const payment = await created({ decision: 'hold' }, { requestedExecutionDate: day });
    const account = await anAccountOf();
    await approvals().approve(payment.paymentId, account.accountId, { by: customer().psuId, inDays: 3 });
    expect(await statusAfter(payer(), payment.path, ['ACTC'])).toBe('PDNG');
    expect(checkRequestsOf(payment)).toEqual([]);
    await bank.advance('P4D');
    await signInAgain();
    await isHeld(payment);
    expect(await statusOf(payment)).toMatchObject({ transactionStatus: 'PDNG', tppMessages: [{ code: 'WARNING' }] });
    await approvals().cancel(payment.paymentId);
    expect(await heldOf(payment)).toBeUndefined();
    expect(await dana().call(heldPaymentsInternal.releaseHeldPayment, { note: 'late' }, { paymentId: payment.paymentId })).toAnswer(409);
    expect(await statusOf(payment)).toMatchObject({ transactionStatus: 'CANC' });
  }, 300_000);
});
