import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange, freshBank, repeatOn, until, type HttpResponse, type Caller } from '@open-banking/testing';
import { anotherProcess } from '@open-banking/testing/bank';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const folder = mkdtempSync(join(tmpdir(), 'open-banking-plan-'));
const planFile = join(folder, 'plan.json');
writeFileSync(planFile, JSON.stringify({ classes: { write: { second: 1_000, minute: 10_000, day: 100_000 } } }));

const list = '/v1.7/payments/instant-sepa-credit-transfers';
const said = ({ status, headers, text }: HttpResponse) => ({
  status,
  text,
  location: headers['location'],
  approach: headers['aspsp-sca-approach'],
});

describe('repeated payment requests at two processes of the service', () => {
  const bank = freshBank(['ais-pis'], { PLAN_FILE: planFile });
  let approvals: PaymentApprover;
  let second: Awaited<ReturnType<typeof anotherProcess>>;
  let payer: Caller;
  let origins: readonly string[];
  const another = () => anotherProcess(bank, 'ais-pis', { settings: { PLAN_FILE: planFile } });

  beforeAll(async () => {
    [approvals, second] = [await PaymentApprover.connect(bank), await another()];
    payer = await (await bank.client()).withClientToken('payments', 'PIS');
    origins = [bank.baseUrl, second.baseUrl];
  });
  afterAll(async () => {
    await Promise.all([approvals.close(), second.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  function send(
    origin: string,
    requestId: string,
    {
      body = inEuro,
      from = payer,
      method = 'POST',
      path = list,
      timeoutMs,
    }: { body?: object | undefined; from?: Caller; method?: string; path?: string; timeoutMs?: number } = {},
  ): Promise<HttpResponse> {
    const content = method === 'POST' ? { body: JSON.stringify(body) } : {};
    return exchange(origin + path, {
      method,
      ...content,
      ...(timeoutMs !== undefined && { timeoutMs }),
      headers: {
        authorization: `Bearer ${from.token}`,
        'x-request-id': requestId,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
    });
  }
  const paymentsOf = async (caller: Caller): Promise<string[]> => {
    const { rows } = await bank
      .database('ais-pis')
      .query<{ id: string }>('select payment_id as id from payment where client_id = $1', [caller.party.client.clientId]);
    return rows.map(({ id }) => id);
  };

  it('50 at once create one payment with 50 equal responses and, once approved, one debit; so does a copy at a new process, or 23 hours later', async () => {
    const requestId = randomUUID();
    // 503 too: fifty at once may be more than a busy machine answers in time; the X-Request-ID makes repeating safe.
    const copy = (at: number) => repeatOn([409, 429, 503], () => send(origins[at % 2]!, requestId));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => copy(at)));
    const different = [...new Set(answers.map((answer) => JSON.stringify(said(answer))))];
    expect(different).toEqual([different[0]]);
    expect(answers[0]).toAnswer(201);
    const [paymentId, ...more] = await paymentsOf(payer);
    expect(more).toEqual([]);

    const account = await anAccount(bank, [await aCustomer(bank)]);
    await approvals.approve(paymentId!, account.accountId);
    const debits = async () =>
      (await bank.database('ais-pis').query('select amount::text from entry where account_id = $1 and amount < 0', [account.accountId]))
        .rows;
    await until('the payment is booked', async () => (await debits()).length > 0);
    expect(await debits()).toEqual([{ amount: '-12.50' }]);

    await second.stop();
    second = await another();
    origins = [bank.baseUrl, second.baseUrl];
    expect(said(await send(second.baseUrl, requestId))).toEqual(said(answers[0]!));
    await bank
      .database('ais-pis')
      .query("update answered_command set answered_at = answered_at - interval '23 hours' where request_id = $1", [requestId]);
    for (const origin of origins) expect(said(await send(origin, requestId))).toEqual(said(answers[0]!));
    expect(await paymentsOf(payer)).toEqual([paymentId]);
    expect(await debits()).toHaveLength(1);
  });

  it("are refused with a different body at either process; another client's are its own", async () => {
    const requestId = randomUUID();
    expect(await send(origins[0]!, requestId)).toAnswer(201);
    for (const origin of origins) {
      expect(await send(origin, requestId, { body: { ...inEuro, creditorName: 'Somebody else' } })).toAnswer(409, {
        tppMessages: [{ code: 'STATUS_INVALID', path: 'X-Request-ID' }],
      });
      expect(await send(origin, requestId)).toAnswer(201);
    }
    const other = await (await bank.client()).withClientToken('payments', 'PIS');
    expect(await send(origins[1]!, requestId, { from: other })).toAnswer(201);
    expect(await paymentsOf(other)).toHaveLength(1);
  });

  it('create one payment if the connection of the first request was closed', async () => {
    const other = await (await bank.client()).withClientToken('payments', 'PIS');
    const requestId = randomUUID();
    await Promise.all(
      Array.from({ length: 5 }, (_, at) => send(origins[at % 2]!, requestId, { from: other, timeoutMs: 1 + at }).catch(() => undefined)),
    );
    expect(await repeatOn([409, 503], () => send(origins[0]!, requestId, { from: other }))).toAnswer(201);
    expect(await paymentsOf(other)).toHaveLength(1);
  });

  it('of a DELETE get the first response', async () => {
    const client = await bank.client();
    const itself = await client.withClientToken('consents', 'AIS');
    const path = `/v1.7/consents/${await client.createConsent('allPsd2')}`;
    const requestId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        repeatOn([409, 503], () => send(origins[at % 2]!, requestId, { from: itself, method: 'DELETE', path })),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(said(answer)))).size).toBe(1);
    expect(answers[0]).toAnswer(204);
  });
});
