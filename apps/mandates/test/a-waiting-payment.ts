import { inDays, TestFeed, until, type RunningBank, type TestClient, type TestCustomer } from '@open-banking/testing';

const product = 'sepa-credit-transfers';

/** The first business day of a euro payment from a day on, as the bank's calendar has it now. */
const businessDay = async (bank: RunningBank, from: string): Promise<string> =>
  (
    await bank
      .database('ais-pis')
      .query<{ day: string }>(`select business_days_after('EUR', $1, $2::date, 0)::text as day`, [product, from])
  ).rows[0]!.day;

/** A dated payment whose day has become a holiday after its customer approved it. */
export async function aPostponedPayment(bank: RunningBank, client: TestClient, customer: TestCustomer, request: object) {
  const requested = await businessDay(bank, inDays(40));
  const itself = await client.withClientToken('payments', 'PIS');
  const body = { ...request, requestedExecutionDate: requested };
  const { paymentId } = (await itself.post(`/v1.7/payments/${product}`, body)).body as { paymentId: string };
  await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
  const status = async () => (await itself.get(`/v1.7/payments/${product}/${paymentId}/status`)).body as { transactionStatus: string };
  await until('the payment waits', async () => (await status()).transactionStatus === 'PDNG');
  await new TestFeed(bank).take({ type: 'holiday', currency: 'EUR', day: requested, name: 'A closing day' });
  return { paymentId, requested, day: await businessDay(bank, requested), status };
}
