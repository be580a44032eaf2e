import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { aPayer, inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';

describe('the answer that is kept for copies of a payment with a check of the creditor’s name', () => {
  const bank = runningBank(services);
  const sql = (text: string, ...values: unknown[]) => bank.database('ais-pis').query(text, values);

  const created = async () => {
    const payer = await aPayer(bank);
    const ownerName = `Dana ${randomUUID().replaceAll(/[0-9-]/g, 'q')}`;
    const { iban } = await anAccount(bank, [], { ownerName });
    const requestId = randomUUID();
    const body = {
      ...inEuro,
      creditorAccount: { iban },
      creditorName: ownerName.replace('Dana', 'D'),
      endToEndIdentification: `E2E-${ownerName.slice(5, 25)}`,
    };
    const post = (verified = true) =>
      payer.post(sepa, body, { headers: { 'x-request-id': requestId, ...(verified && { 'client-vop-requested': 'true' }) } });
    return { ownerName, requestId, body, post, answer: await post() };
  };

  it('has ids alone, and a copy is answered the same, whether or not it asks for the check', async () => {
    const { ownerName, requestId, body, post, answer } = await created();
    expect(answer).toAnswer(201, {
      originalTransactionInformationAndVopStatus: [
        { originalEndToEndId: body.endToEndIdentification, creditorNameMatch: 'CMTC', matchedCreditorName: ownerName },
      ],
    });
    const { rows } = await sql('select body from answered_command where request_id = $1', requestId);
    expect(rows).toEqual([{ body: expect.stringContaining(answer.body.paymentId as string) }]);
    expect(JSON.stringify(rows)).not.toContain(ownerName.slice(5, 25));
    expect((await post()).text).toBe(answer.text);
    expect((await post(false)).text).toBe(answer.text);
  });

  it('has no name once it is erased with the payment, and the payment is still created once', async () => {
    const { ownerName, post, answer } = await created();
    // As openbank erase does.
    await sql("update payment_payee_check set matched_name = 'erased' where payment_id = $1", answer.body.paymentId);
    const copy = await post();
    expect(copy).toAnswer(201, { paymentId: answer.body.paymentId as string });
    expect(copy.text).not.toContain(ownerName);
  });
});
