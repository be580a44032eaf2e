import { inDays, newCustomer, TestFeed, until, type RunningBank } from '@open-banking/testing';
import { anAccount } from './a-debtor.js';

/** A payment within the euro area, without its debtor. */
export const inEuro = {
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Bookshop',
};

const product = 'sepa-credit-transfers';

/** The first business day of a euro payment from a day on, as the bank's calendar has it now. */
const businessDay = async (bank: RunningBank, from: string): Promise<string> =>
  (
    await bank
      .database('ais-pis')
      .query<{ day: string }>(`select business_days_after('EUR', $1, $2::date, 0)::text as day`, [product, from])
  ).rows[0]!.day;

/** A dated payment, approved by its customer alone (`PDNG`) or as the first of two owners (`PATC`), whose day has become a holiday since. */
export async function aPostponedPayment(bank: RunningBank, approved: 'PDNG' | 'PATC', daysAhead: number, inEuro: object) {
  const [customer, second] = [await newCustomer(bank), await newCustomer(bank)];
  const { iban } = await (approved === 'PATC' ? anAccount(bank, [customer, second], { rule: 'both' }) : anAccount(bank, [customer]));
  await bank.database('ais-pis').query(`update psu set language = 'he' where psu_id = $1`, [customer.psuId]);
  const client = await bank.client({ name: 'Shop' });
  const requested = await businessDay(bank, inDays(daysAhead));
  const itself = await client.withClientToken('payments', 'PIS');
  const body = { ...inEuro, debtorAccount: { iban }, requestedExecutionDate: requested };
  const { paymentId } = (await itself.post(`/v1.7/payments/${product}`, body)).body as { paymentId: string };
  await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
  const status = async () => (await itself.get(`/v1.7/payments/${product}/${paymentId}/status`)).body as { transactionStatus: string };
  await until('the payment waits', async () => (await status()).transactionStatus === approved);
  await new TestFeed(bank).take({ type: 'holiday', currency: 'EUR', day: requested, name: 'A closing day' });
  const day = await businessDay(bank, requested);
  const text: unknown = expect.stringContaining(`is executed on ${day} instead of ${requested}`);
  return { customer, second, paymentId, requested, day, status, warning: { category: 'WARNING', code: 'WARNING', text } };
}
