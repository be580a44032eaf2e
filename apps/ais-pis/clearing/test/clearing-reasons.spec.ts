import { internalCall, runningBank, type Caller, type TestCustomer } from '@open-banking/testing';
import { clearingInternal } from '@open-banking/spec';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';

const product = '/v1.7/payments/instant-sepa-credit-transfers';
/** No other test pays this account: the rule that its payments wait for an answer holds for these tests alone. */
const creditorAccount = { iban: 'BE68539007547034' };

describe('a reason that clearing gives', () => {
  const bank = runningBank(['ais-pis']);
  let approvals: PaymentApprover;
  let payer: Caller;
  let customer: TestCustomer;
  let ruleId: string;
  beforeAll(async () => {
    [approvals, payer, customer] = [await PaymentApprover.connect(bank), await aPayer(bank), await aCustomer(bank)];
    const added = await ask(clearingInternal.addClearingRule, { answer: 'accepted', after: 'P90D', creditor: creditorAccount.iban });
    expect(added).toAnswer(200);
    ({ ruleId } = added.body as { ruleId: string });
  });
  afterAll(async () => {
    expect(await ask(clearingInternal.removeClearingRule, undefined, { ruleId })).toAnswer(204);
    await approvals.close();
  });
  const ask = (row: (typeof clearingInternal)[keyof typeof clearingInternal], body?: unknown, params?: Record<string, string>) =>
    internalCall(bank.operator, 'ais-pis', row, body, params);

  async function sent() {
    const account = await anAccount(bank, [customer]);
    const { paymentId } = (await payer.post(product, { ...inEuro, creditorAccount })).body as { paymentId: string };
    await approvals.approve(paymentId, account.accountId);
    expect(await statusAfter(payer, `${product}/${paymentId}`, ['RCVD', 'ACTC', 'ACFC'])).toBe('ACSP');
    const { rows } = await bank
      .database('ais-pis')
      .query<{ id: string }>('select instruction_id as id from clearing_instruction where payment_id = $1', [paymentId]);
    const response = (body: object) => ask(clearingInternal.answerInstruction, body, { instructionId: rows[0]!.id });
    const reportedText = async () =>
      ((await payer.get(`${product}/${paymentId}/status`)).body as { tppMessages?: { text: string }[] }).tppMessages?.[0]?.text;
    const entry = async () =>
      (
        await bank
          .database('ais-pis')
          .query('select amount::text, additional_information as reason from entry where account_id = $1 and amount > 0', [
            account.accountId,
          ])
      ).rows as unknown[];
    return { answered: response, reportedText, entry };
  }

  // `payment-reason.spec.ts` has the texts of all kinds of reason.
  it.each([
    ['AC04', "AC04: The creditor's account is closed."],
    [
      'Compte clôturé (motif interne 7)',
      "Compte clôturé (motif interne 7): The creditor's bank gave this reason (an ISO 20022 external code, or its own text).",
    ],
  ])('rejects the payment and is shown to the client: %s', async (reason, text) => {
    const { answered, reportedText, entry } = await sent();
    expect(await answered({ answer: 'rejected', reason })).toAnswer(200, { state: 'REJECTED' });
    expect(await reportedText()).toBe(text);
    expect(await entry()).toEqual([{ amount: '12.50', reason }]);
  });

  it('is shown on the entry of a return', async () => {
    for (const reason of ['AC04', 'FOCR', 'XT99']) {
      const { answered, reportedText, entry } = await sent();
      await answered({ answer: 'accepted' });
      expect(await answered({ answer: 'returned', reason })).toAnswer(200, { state: 'RETURNED' });
      expect([await reportedText(), await entry()]).toEqual([undefined, [{ amount: '12.50', reason }]]);
    }
  });

  it('is refused with the expected format if it is malformed; the same answer with a valid reason is accepted', async () => {
    const { answered } = await sent();
    for (const reason of ['', ' ', 'A\u0007', 'x'.repeat(36), 4]) {
      const answer = await answered({ answer: 'rejected', reason });
      expect(answer.status).toBe(400);
      expect(new Set((answer.body as { tppMessages: { path: string }[] }).tppMessages.map(({ path }) => path))).toEqual(
        new Set(['/reason']),
      );
    }
    expect(await answered({ answer: 'rejected' })).toAnswer(400, {
      tppMessages: [{ path: '/reason', text: expect.stringContaining('required for rejected') }],
    });
    expect(await answered({ answer: 'rejected', reason: 'x'.repeat(35) })).toAnswer(200);
  });
});
