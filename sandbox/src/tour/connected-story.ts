// A bank whose core is another process: `npm run tour -- --core`. What third parties do is in story.ts; here is what happens behind it.
import { setTimeout as pause } from 'node:timers/promises';
import { differencesOfBooks, entriesOf, faultOfBooks } from '@open-banking/simulators/core-banking';
import { addClient } from '../third-party/add-client.js';
import { connectedBank } from './connected-bank.js';
import { actAs, approvedBy, call, callUntil, journey, read } from './journey.js';
import { chapter, remark } from './output.js';

const payments = '/v1.7/payments/fp';
const paymentsAtOnce = 5;
/** How long a core that is started again, and its connector, may take to bring what is missing. */
const timeoutMs = 60_000;
const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const isFinal = ({ transactionStatus }: Record<string, unknown>): boolean => ['ACSC', 'ACCC', 'RJCT'].includes(transactionStatus as string);

const { bank, loginIssuer, appUrl, folder } = connectedBank();
const { bank: operator, customer, neighbour, page } = journey();

await chapter(
  '1. The systems of the bank',
  'The interface keeps no books, no passwords and no codes: it asks the systems that a bank has.',
);
remark(`The core: process ${bank.system.pid}, with a PostgreSQL of its own. It takes instructions, and its changes come by the feed.`);
remark(`The login: ${loginIssuer}, the OpenID provider at which customers sign in.`);
remark(`The app: ${appUrl}/, in which they approve.`);

await chapter('2. A consent', 'The customer signs in at the provider of the bank and approves in the app. The page goes on by itself.');
const client = await addClient(operator, { name: 'Tour', roles: ['PSP_AI', 'PSP_PI'], redirectUri: page.redirectUri });
const party = actAs(client);
const own = await party.clientToken('consents', 'AIS');
const { consentId } = await call(201, 'POST', '/v1.7/consents', {
  token: own.access_token,
  headers: { 'psu-ip-address': '127.0.0.1' },
  body: {
    access: { allPsd2: 'allAccounts' },
    recurringIndicator: true,
    validUntil: day(-90),
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
  },
});
const asked = await party.startAuthorization('consents', `AIS:${consentId}`);
const { access_token: token } = await party.redeem(asked, await approvedBy(customer, asked));
const reading = { token, headers: { 'consent-id': consentId as string, 'psu-ip-address': '127.0.0.1' } };

await chapter(
  '3. A payment that the core books',
  'The interface reserves the money and instructs the core. The core books, and its feed brings the entry.',
);
const shekels = ({ accounts }: typeof customer) => accounts.find(({ kind, currency }) => kind === 'account' && currency === 'ILS')!;
const debtor = shekels(customer);
const available = async (): Promise<string> =>
  (await call(200, 'GET', `/v1.7/accounts/${debtor.resourceId}/balances`, reading)).balances.find(
    ({ balanceType }: { balanceType: string }) => balanceType === 'interimAvailable',
  ).balanceAmount.amount as string;
const payer = await party.clientToken('payments', 'PIS');
const pay = async (amount: string, purpose: string): Promise<string> => {
  const { paymentId } = await call(201, 'POST', payments, {
    token: payer.access_token,
    headers: { 'psu-ip-address': '127.0.0.1' },
    body: {
      debtorAccount: { iban: debtor.reference['iban'] },
      instructedAmount: { currency: 'ILS', amount },
      creditorAccount: { iban: shekels(neighbour).reference['iban'] },
      creditorName: neighbour.name,
      remittanceInformationUnstructured: purpose,
    },
  });
  const paying = await party.startAuthorization('payments', `PIS:${paymentId}`);
  await party.redeem(paying, await approvedBy(customer, paying));
  return paymentId as string;
};
const settled = async (paymentId: string): Promise<void> => {
  const { transactionStatus } = await callUntil(`${payments}/${paymentId}/status`, payer.access_token, isFinal, timeoutMs);
  if (transactionStatus === 'RJCT') throw new Error(`the core should have booked payment ${paymentId}, and it is rejected`);
};
/** Until the feed has brought what the core has booked, both ways. */
const booksAgree = async (): Promise<void> => {
  const last = Date.now() + timeoutMs;
  while ((await differencesOfBooks(bank)).length > 0 && Date.now() < last) await pause(200);
  const [difference] = await differencesOfBooks(bank);
  const fault = difference ?? (await faultOfBooks(bank, folder));
  if (fault !== undefined) throw new Error(`the books do not agree: ${fault}`);
};
const expectLess = (before: string, amount: number, after: string): void => {
  if ((Number(before) - Number(after)).toFixed(2) !== amount.toFixed(2)) throw new Error(`${before} less ${amount} is not ${after}`);
};
const before = await available();
const first = await pay('12.50', 'Two coffees');
await settled(first);
await booksAgree();
const after = await available();
expectLess(before, 12.5, after);
remark(`${before} ILS before, ${after} ILS after: the entry came from the core.`);

await chapter('4. The entry in a statement', 'The same transactions as camt.053: Accept: application/xml.');
const path = `/v1.7/accounts/${debtor.resourceId}/transactions?bookingStatus=booked&dateFrom=${day(2)}&dateTo=${day(-1)}`;
const bookedEntry = async (paymentId: string): Promise<string> => {
  const text = await read(path, { ...reading, headers: { ...reading.headers, accept: 'application/xml' } });
  const entry = text.match(/<Ntry>.*?<\/Ntry>/gs)?.find((one) => one.includes(paymentId.replaceAll('-', '')));
  if (entry === undefined) throw new Error(`the statement has no entry of payment ${paymentId}`);
  return entry;
};
remark(await bookedEntry(first));

await chapter(
  '5. The core is killed',
  `${paymentsAtOnce} payments, and SIGKILL for the core after the third. Instructions wait until it is back, and are booked once.`,
);
const entriesBefore = (await entriesOf(bank)).length;
const all: string[] = [];
while (all.length < paymentsAtOnce) {
  all.push(await pay('1.00', `Payment ${all.length + 1}`));
  if (all.length !== 3) continue;
  const killed = bank.system.pid;
  process.kill(killed, 'SIGKILL');
  remark(`kill -9 ${killed}`);
}
for (const paymentId of all) await settled(paymentId);
await booksAgree();
const left = await available();
expectLess(after, paymentsAtOnce, left);
for (const paymentId of all) await bookedEntry(paymentId);
const entries = (await entriesOf(bank)).length - entriesBefore;
// Each payment debits one account of this bank and credits another one.
if (entries !== 2 * paymentsAtOnce)
  throw new Error(`${paymentsAtOnce} payments should make ${2 * paymentsAtOnce} entries, and made ${entries}`);
remark(
  `The core is process ${bank.system.pid} now. ${after} ILS before, ${left} ILS after; ${entries} entries for ${paymentsAtOnce} payments: nothing is lost, nothing is booked twice, and both books agree.`,
);
