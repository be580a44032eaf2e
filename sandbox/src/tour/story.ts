// The whole story from a third party's view, from top to bottom. Every step here is one that a third party must do.
import { randomUUID } from 'node:crypto';
import { collect } from '@open-banking/operator-client';
import { addClient } from '../third-party/add-client.js';
import { chapter, remark } from './output.js';
import { approvedBy, call, callUntil, journey, actAs } from './journey.js';

const { bank, customer, neighbour, page } = journey();
const eur = (amount: string) => ({ currency: 'EUR', amount });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

await chapter('1. A client', "The bank's operator adds a third party: npx openbank client add …");
const client = await addClient(bank, { name: 'Tour', roles: ['PSP_AI', 'PSP_PI'], redirectUri: page.redirectUri });
remark(
  `client_id ${client.clientId}, and a ${client.clientSecret === undefined ? 'signing key: this bank runs FAPI 2.0 and accepts no secrets' : 'secret'}`,
);
const party = actAs(client);

await chapter('2. A consent', "The issuer's metadata names the token endpoint. With a client token the client requests a consent.");
await call(200, 'GET', '/v1.7/oauth/consents/.well-known/oauth-authorization-server');
const own = await party.clientToken('consents', 'AIS');
remark(
  `-> POST /v1.7/oauth/consents/token  grant_type=client_credentials  scope=AIS\n  <- 200 a ${own.token_type} token for ${own.expires_in} s`,
);
const { consentId } = await call(201, 'POST', '/v1.7/consents', {
  token: own.access_token,
  headers: { 'psu-ip-address': '127.0.0.1' },
  body: {
    access: { allPsd2: 'allAccounts' },
    recurringIndicator: true,
    validUntil: inDays(90),
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
  },
});

await chapter('3. The customer', "The customer is sent to the bank's pages: sign-in, the requested access, the approval code, yes or no.");
const authorization = await party.startAuthorization('consents', `AIS:${consentId}`);
if (authorization.url.includes('request_uri='))
  remark('-> POST /v1.7/oauth/consents/par  the request, pushed to the bank first, with a DPoP proof\n  <- 201 a request_uri');
const redirect = await approvedBy(customer, authorization);
const { access_token: token, token_type: type, expires_in: seconds } = await party.redeem(authorization, redirect);
remark(`-> POST /v1.7/oauth/consents/token  grant_type=authorization_code\n  <- 200 a ${type} token for AIS:${consentId}, ${seconds} s`);
if (type === 'DPoP') remark('Each call from here on carries a DPoP proof by the key that the token is bound to.');
const reading = { token, headers: { 'consent-id': consentId as string, 'psu-ip-address': '127.0.0.1' } };
await call(200, 'GET', `/v1.7/consents/${consentId}/status`, { token: own.access_token });

await chapter('4. Accounts', 'Accounts with balances, one account, and its transactions page by page.');
const { accounts } = await call(200, 'GET', '/v1.7/accounts?withBalance=true', reading);
const account = `/v1.7/accounts/${accounts[0].resourceId}`;
await call(200, 'GET', account, reading);
await call(200, 'GET', `${account}/balances`, reading);
const first = await call(200, 'GET', `${account}/transactions?bookingStatus=booked&dateFrom=${inDays(-60)}&limit=5`, reading);
if (first.transactions._links.next) await call(200, 'GET', first.transactions._links.next.href, reading);

await chapter('5. Savings and loans', 'The same consent, the next product.');
const { savingsAccounts } = await call(200, 'GET', '/v1.5/savings', reading);
await call(200, 'GET', `/v1.5/savings/${savingsAccounts[0].resourceId}/balances`, reading);
await call(200, 'GET', `/v1.5/savings/${savingsAccounts[0].resourceId}/transactions`, reading);
const { loanAccounts } = await call(200, 'GET', '/v1.5/loans', reading);
await call(200, 'GET', `/v1.5/loans/${loanAccounts[0].resourceId}/balances`, reading);
await call(200, 'GET', `/v1.5/loans/${loanAccounts[0].resourceId}/transactions`, reading);

await chapter('6. Cards', 'Cards, their balances and their transactions.');
const { cards } = await call(200, 'GET', '/v1.7/cards', reading);
await call(200, 'GET', `/v1.7/cards/${cards[0].resourceId}/balances`, reading);
await call(200, 'GET', `/v1.7/cards/${cards[0].resourceId}/transactions?dateFrom=${inDays(-60)}&limit=5`, reading);

await chapter('7. Securities', 'Accounts, positions, transactions, orders.');
const { securitiesAccounts } = await call(200, 'GET', '/v1.0/securities-accounts', reading);
const securities = `/v1.0/securities-accounts/${securitiesAccounts[0].resourceId}`;
await call(200, 'GET', `${securities}/positions`, reading);
await call(200, 'GET', `${securities}/transactions`, reading);
await call(200, 'GET', `${securities}/orders`, reading);

await chapter('8. Loan services', 'Loans as the branch sees them, and whether another one is possible.');
const { loans } = await call(200, 'GET', '/loans', reading);
await call(200, 'GET', `/loan/${loans[0].loanAccountId}`, reading);
const branchAccount = `${loans[0].branchNumber}-${loans[0].accountNumber}`;
await call(200, 'GET', `/account/${branchAccount}/loans`, reading);
await call(200, 'GET', `/account/${branchAccount}/loansBalances`, reading);
await call(200, 'GET', `/account/${branchAccount}/loanEligibility`, reading);
await call(200, 'GET', `/loan/${branchAccount}/arrears/transactions`, reading);

await chapter('9. A mortgage', 'A simulation needs no customer: a client token is enough.');
const simulator = await party.clientToken('consents', 'loan-services');
await call(200, 'POST', '/mortgageSimulation?schedule=yearly', {
  token: simulator.access_token,
  body: {
    propertyValue: eur('300000'),
    loanAmount: eur('200000'),
    monthlyNetIncome: eur('5200'),
    tracks: [
      { name: 'Fixed', share: '100', interestType: 'fixed', annualInterestRate: '3.9', termInMonths: 300, repaymentMethod: 'annuity' },
    ],
  },
});

await chapter(
  '10. A payment',
  'The client requests it; the customer sees the amount and the payee and approves exactly that. Then the money moves, on any day at any hour.',
);
const payer = await party.clientToken('payments', 'PIS');
const shekels = (of: typeof customer) => of.accounts.find(({ kind, currency }) => kind === 'account' && currency === 'ILS')!;
const debtor = shekels(customer);
const available = async (of: typeof debtor): Promise<string> =>
  (await call(200, 'GET', `/v1.7/accounts/${of.resourceId}/balances`, reading)).balances.find(
    ({ balanceType }: { balanceType: string }) => balanceType === 'interimAvailable',
  ).balanceAmount.amount as string;
const before = await available(debtor);
const { paymentId } = await call(201, 'POST', '/v1.7/payments/fp', {
  token: payer.access_token,
  headers: { 'psu-ip-address': '127.0.0.1' },
  body: {
    debtorAccount: { iban: debtor.reference['iban'] },
    instructedAmount: { currency: 'ILS', amount: '12.50' },
    creditorAccount: { iban: shekels(neighbour).reference['iban'] },
    creditorName: neighbour.name,
    remittanceInformationUnstructured: 'Two coffees',
  },
});
await call(200, 'GET', `/v1.7/payments/fp/${paymentId}/status`, { token: payer.access_token });
const paying = await party.startAuthorization('payments', `PIS:${paymentId}`);
const { access_token: paid } = await party.redeem(paying, await approvedBy(customer, paying));
await callUntil(
  `/v1.7/payments/fp/${paymentId}/status`,
  paid,
  ({ transactionStatus }) => transactionStatus === 'ACCC' || transactionStatus === 'RJCT',
);
const after = await available(debtor);
remark(`${before} ILS before, ${after} ILS after: the neighbour has had the 12.50 since the status became ACCC.`);
if (Number(before) - Number(after) !== 12.5) throw new Error(`${before} less 12.50 is not ${after}`);

await chapter(
  '11. A mandate',
  'A creditor requests to collect up to an amount each month. The status is RCVD until the customer approves.',
);
const household = customer.accounts.find(({ kind, currency }) => kind === 'account' && currency === 'EUR')!;
const creditor = await party.clientToken('mandates', 'MANDATE');
const { resourceId } = await call(201, 'POST', '/v2/mandates', {
  token: creditor.access_token,
  body: {
    mandateId: `TOUR-${Date.now()}`,
    mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
    occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
    maximumAmount: eur('60'),
    creditor: { name: 'City Power' },
    creditorSchemeIdentification: 'DE98ZZZ09999999999',
    creditorAccount: { iban: 'DE89370400440532013000' },
    debtor: { name: customer.name },
    debtorAccount: { iban: household.reference['iban'] },
  },
});
const giving = await party.startAuthorization('mandates', `MANDATE:${resourceId}`);
const { access_token: given } = await party.redeem(giving, await approvedBy(customer, giving));
await call(200, 'GET', `/v2/mandates/${resourceId}/status`, { token: given });

await chapter(
  '12. A collection',
  "The creditor's bank presents a collection; here the operator does. The second one in the month is returned.",
);
const full = await available(household);
for (const expected of ['booked', 'returned']) {
  remark(`-> npx openbank collect ${resourceId} --amount 12.00`);
  const { state, reason, text } = await collect(bank, resourceId as string, {
    collectionId: randomUUID(),
    amount: eur('12.00'),
    remittance: 'Power',
  });
  remark(`<- ${state}${reason === undefined ? '' : `: ${reason} ${text}`}`);
  if (state !== expected) throw new Error(`the collection should be ${expected}, but is ${state}`);
}
const left = await available(household);
if ((Number(full) - Number(left)).toFixed(2) !== '12.00') throw new Error(`${full} less 12.00 is not ${left}`);

await chapter(
  '13. Cancelling the mandate',
  'An active mandate ends when the customer agrees: 202, and the cancellation issuer asks the customer.',
);
await call(202, 'DELETE', `/v2/mandates/${resourceId}`, { token: creditor.access_token });
const cancelling = await party.startAuthorization('cancellation', `MANDATE-CANCEL:${resourceId}`);
await party.redeem(cancelling, await approvedBy(customer, cancelling));
const { mandateStatus } = await call(200, 'GET', `/v2/mandates/${resourceId}/status`, { token: creditor.access_token });
if (mandateStatus !== 'CANC') throw new Error(`the mandate should be CANC, but is ${mandateStatus}`);

await chapter('14. The end', 'Resources of other customers do not exist for this client. A deleted consent ends at once.');
await call(404, 'GET', '/v1.7/accounts/00000000-0000-4000-8000-000000000000', reading);
await call(204, 'DELETE', `/v1.7/consents/${consentId}`, { token: own.access_token });
await call(401, 'GET', '/v1.7/accounts', reading);
