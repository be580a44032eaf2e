import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killableBank, until, type Caller, type TestClient, type TestCustomer } from '@open-banking/testing';
import { CheckPort, type CheckReply, type CheckRequest } from '@open-banking/testing/sandbox';
import { executionChecksInternal, heldPaymentsInternal, proposalsInternal } from '@open-banking/spec';
import { aCustomer, anAccount, type TestAccount } from './a-customer.js';
import { anOperator } from './an-operator.js';
import { inEuro, statusAfter } from './a-payment.js';
import { PaymentApprover } from './an-approval.js';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const preload = new URL('../../../../testing/dist/kill-at-point.js', import.meta.url).href;

/** A bank of one's own that asks a check of payments, with two operators who decide what is held, and a connector. */
export function checkingBank() {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-checks-'));
  const killAt = join(folder, 'point');
  const settings: Record<string, string> = { NODE_OPTIONS: `--import ${preload}`, KILL_AT_FILE: killAt };
  let port: CheckPort;
  beforeAll(async () => {
    const keysFile = join(folder, 'keys.json');
    port = await CheckPort.open(keysFile, ({ facts }) => replies.get(String(facts['endToEndIdentification'])) ?? { decision: 'allow' });
    Object.assign(settings, { EXECUTION_CHECK_URL: port.url, EXECUTION_CHECK_KEYS_FILE: keysFile, EXECUTION_CHECK_SECONDS: '3600' });
  });
  const bank = killableBank(['ais-pis'], settings);
  /** What the port says of a payment, by its end-to-end id. */
  const replies = new Map<string, CheckReply>();
  let approvals: PaymentApprover;
  let client: TestClient;
  let payer: Caller;
  /** After the clock was moved: tokens end. */
  const signInAgain = async (): Promise<void> => {
    payer = (await client.withClientToken('payments', 'PIS')).paced;
  };
  let customer: TestCustomer;
  let [dana, omer, connector]: Awaited<ReturnType<typeof anOperator>>[] = [];
  let creditor: TestAccount;
  beforeAll(async () => {
    [approvals, client, customer] = [await PaymentApprover.connect(bank), await bank.client(), await aCustomer(bank)];
    await signInAgain();
    [dana, omer] = [await anOperator(bank, ['read', 'act', 'approve']), await anOperator(bank, ['read', 'act', 'approve'])];
    connector = await anOperator(bank, ['connect']);
    creditor = await anAccount(bank, [customer], { opened: true });
  });
  afterAll(async () => {
    await Promise.all([approvals.close(), port.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const anAccountOf = () => anAccount(bank, [customer], { opened: true });
  const created = async (reply: CheckReply | undefined, extra: object = {}, product = sepa) => {
    const endToEndIdentification = randomUUID().replaceAll('-', '');
    if (reply !== undefined) replies.set(endToEndIdentification, reply);
    const body = { ...inEuro, creditorAccount: { iban: creditor.iban }, endToEndIdentification, ...extra };
    const { paymentId } = (await payer.post(product, body)).body as { paymentId: string };
    return { paymentId, endToEndIdentification, path: `${product}/${paymentId}` };
  };
  const approved = async (reply?: CheckReply, extra: object = {}, product = sepa) => {
    const [payment, account] = [await created(reply, extra, product), await anAccountOf()];
    await approvals.approve(payment.paymentId, account.accountId, { by: customer.psuId });
    return { ...payment, account };
  };
  const paymentStatus = async ({ path }: { path: string }) =>
    (await payer.get(`${path}/status`)).body as { transactionStatus: string; tppMessages?: object[] };
  const heldOf = async ({ paymentId }: { paymentId: string }): Promise<Record<string, unknown> | undefined> =>
    ((await dana!.call(heldPaymentsInternal.listHeldPayments, { paymentId })).body as { payments: Record<string, unknown>[] }).payments[0];
  const isHeld = (payment: { paymentId: string }) => until('the payment is held', async () => (await heldOf(payment)) !== undefined);
  const ended = ({ path }: { path: string }) => statusAfter(payer, path, ['ACTC', 'ACFC', 'ACSP']);
  const checkRequestsOf = ({ paymentId }: { paymentId: string }): CheckRequest[] =>
    port.requests.filter(({ facts }) => facts['paymentId'] === paymentId);
  const proposed = async (
    paymentId: string,
    row = heldPaymentsInternal.releaseHeldPayment as
      typeof heldPaymentsInternal.releaseHeldPayment | typeof heldPaymentsInternal.refuseHeldPayment,
  ) => {
    const answer = await dana!.call(row, { note: 'spoke with the customer' }, { paymentId });
    expect(answer).toAnswer(202, { state: 'PROPOSED', subject: paymentId, paymentId, amount: '12.50' });
    return { proposalId: (answer.body as { proposalId: string }).proposalId };
  };
  const released = async (payment: { paymentId: string }) =>
    expect(await omer!.call(proposalsInternal.approveProposal, undefined, await proposed(payment.paymentId))).toAnswer(200, {
      state: 'DONE',
    });
  const answers = ({ checkId, factsHash }: CheckRequest, answer: object, who = connector) =>
    who!.call(executionChecksInternal.answerExecutionCheck, { factsHash, ...answer }, { checkId });
  const counted = async (outcome: string): Promise<number> => {
    const metrics = await (await fetch(`${bank.operator.internal!['ais-pis']}/metrics`)).text();
    return Number(new RegExp(`^openbank_execution_checks_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0);
  };

  return {
    ...{
      bank,
      replies,
      killAt,
      anAccountOf,
      created,
      approved,
      statusOf: paymentStatus,
      heldOf,
      isHeld,
      ended,
      checkRequestsOf,
      proposed,
      released,
      answers,
      counted,
    },
    signInAgain,
    approvals: () => approvals,
    payer: () => payer,
    customer: () => customer,
    port: () => port,
    dana: () => dana!,
    omer: () => omer!,
  };
}
