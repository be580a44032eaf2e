import { randomUUID } from 'node:crypto';
import { BankClock } from '@open-banking/database';
import { daysAfter } from '@open-banking/messages';
import { leasedBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { statusChanges, inEuro } from '@open-banking/ais-pis-testing/a-payment';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const days = new BankClock('Asia/Jerusalem');
const outOfTime = {
  transactionStatus: 'RJCT',
  tppMessages: [
    {
      category: 'ERROR',
      code: 'PAYMENT_FAILED',
      text: 'NOAS: The customer did not approve the payment in time.',
      href: '/errors/PAYMENT_FAILED',
    },
  ],
};

/** A local time on a day in the bank's time zone. Both offsets are tried, because it changes twice a year. */
function at(day: string, time: string): Date {
  for (const offset of ['+02:00', '+03:00']) {
    const instant = new Date(`${day}T${time}:00${offset}`);
    if (days.timeOf(instant) === time) return instant;
  }
  throw new Error(`${day} has no ${time}`);
}

describe('a payment that waits for approval', () => {
  const bank = leasedBank(['ais-pis']);
  let client: TestClient;
  let owners: [TestCustomer, TestCustomer];
  let iban: string;
  beforeAll(async () => {
    client = await bank.client();
    owners = [await aCustomer(bank), await aCustomer(bank)];
    ({ iban } = await anAccount(bank, owners, { rule: 'both' }));
  });
  // A new token each time, because older ones expire when the clock moves.
  const itself = () => client.withClientToken('payments', 'PIS');
  const created = async (dated?: string) =>
    (await (await itself()).post(sepa, { ...inEuro, debtorAccount: { iban }, ...(dated && { requestedExecutionDate: dated }) })).body
      .paymentId as string;
  const paymentStatus = async (paymentId: string) => (await (await itself()).get(`${sepa}/${paymentId}/status`)).body;
  const approve = (paymentId: string, owner: TestCustomer) => client.approvedBy(owner, 'payments', `PIS:${paymentId}`);
  const partly = async (dated?: string) => {
    const paymentId = await created(dated);
    await approve(paymentId, owners[0]);
    expect(await paymentStatus(paymentId)).toEqual({ transactionStatus: 'PATC' });
    return paymentId;
  };
  const today = async () => (await bank.clock()).today;

  it('is rejected after 30 minutes; responses show that at once, the database soon after', async () => {
    const paymentId = await created();
    await bank.advance('PT29M');
    expect(await paymentStatus(paymentId)).toEqual({ transactionStatus: 'RCVD' });
    const [waiting, due] = [await created(), paymentId];
    await bank.advance('PT90S');
    expect(await paymentStatus(due)).toEqual(outOfTime);
    expect(await statusChanges(bank, due)).toEqual(['RCVD>RJCT']);
    await expect(approve(due, owners[0])).rejects.toThrow(/invalid_scope/);
    await approve(waiting, owners[0]);
    expect(await paymentStatus(waiting)).toEqual({ transactionStatus: 'PATC' });
  });

  it('is shown as rejected before the rejection is stored', async () => {
    const paymentId = await created();
    await bank
      .database('ais-pis')
      .query("update payment set approve_by = approve_by - interval '1 hour' where payment_id = $1", [paymentId]);
    expect(await paymentStatus(paymentId)).toEqual(outOfTime);
    expect((await (await itself()).get(`${sepa}/${paymentId}`)).body).toMatchObject(outOfTime);
  });

  it('waits 7 days for its second owner and is then rejected', async () => {
    const [late, early] = [await partly(), await partly()];
    await bank.advance('PT167H');
    await approve(early, owners[1]);
    expect((await statusChanges(bank, early)).slice(0, 2)).toEqual(['RCVD>PATC', 'PATC>ACTC']);
    expect(await paymentStatus(late)).toEqual({ transactionStatus: 'PATC' });
    await bank.advance('PT61M');
    expect(await paymentStatus(late)).toEqual(outOfTime);
    expect(await statusChanges(bank, late)).toEqual(['RCVD>PATC', 'PATC>RJCT']);
  });

  it('can be approved until the cut-off on its requested day', async () => {
    let date = daysAfter(await today(), 2);
    while ([0, 6].includes(new Date(date).getUTCDay())) date = daysAfter(date, 1);
    const [late, early] = [await partly(date), await partly(date)];
    await bank.advanceTo(at(date, '15:58'));
    expect(await paymentStatus(late)).toEqual({ transactionStatus: 'PATC' });
    await approve(early, owners[1]);
    expect((await statusChanges(bank, early))[1]).toBe('PATC>ACTC');
    await bank.advanceTo(at(date, '16:00'));
    expect(await paymentStatus(late)).toEqual(outOfTime);
  });

  it('gets its first response for a repeated request, even after the requested day has passed', async () => {
    const copied = { headers: { 'x-request-id': randomUUID() } };
    const request = { ...inEuro, requestedExecutionDate: await today() };
    const first = await (await itself()).post(sepa, request, copied);
    expect(first).toAnswer(201);
    await bank.advance('PT25H');
    expect((await (await itself()).post(sepa, request, copied)).body).toEqual(first.body);
    expect(await (await itself()).post(sepa, request)).toAnswer(400, {
      tppMessages: [{ code: 'EXECUTION_DATE_INVALID', path: '/requestedExecutionDate' }],
    });
  });
});
