// The requests of clients under the checks: reads of every service, payments and token requests.
import { clientToken, consentedReader } from './first-call.mjs';
import { json, openbank, redirectUri } from './stack.mjs';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const basic = ({ client_id: id, client_secret: secret }) => ({ Authorization: `Basic ${btoa(`${id}:${secret}`)}` });
const tokenRequest = (client, issuer, scope) => ({
  method: 'POST',
  path: `/v1.7/oauth/${issuer}/token`,
  headers: { ...form, ...basic(client) },
  body: `grant_type=client_credentials&scope=${scope}`,
});

/** The kinds of requests for `startLoad`: of ten, six are reads, two payments and two token requests. */
export async function traffic() {
  const reader = await consentedReader();
  // The limit of token requests is of a client and not in the plan: 300 a minute.
  const payers = [];
  for (const at of [1, 2, 3])
    payers.push(await openbank('client', 'add', '--name', `Load ${at}`, '--roles', 'PSP_PI', '--redirect-uri', redirectUri));
  let payment = await clientToken(payers[0], 'payments', 'PIS');
  let turn = 0;
  const read = (name, path, share, expected = [200]) => ({ name, share, expected, next: () => ({ path, headers: reader.headers }) });
  return [
    read('balances', `/v1.7/accounts/${reader.account}/balances`, 4),
    read('accounts', '/v1.7/accounts', 2),
    // The consent covers payment accounts: what else the other services answer depends on their rows, and is always an answer of theirs.
    read('cards', '/v1.7/cards', 2, [200, 401, 403]),
    read('savings', '/v1.5/savings', 1, [200, 401, 403]),
    read('securities', '/v1.0/securities-accounts', 1, [200, 401, 403]),
    read('loans', '/loans', 1, [200, 401, 403]),
    read('mandates', '/.well-known/oauth-authorization-server/v2/oauth/mandates', 1),
    {
      name: 'token',
      share: 4,
      expected: [200],
      next: () => tokenRequest(payers[(turn += 1) % payers.length], 'payments', 'PIS'),
      // A token lives for ten minutes, and the checks run for longer.
      onAnswer: (_, { status, text }) => {
        if (status === 200) payment = JSON.parse(text).access_token;
      },
    },
    { name: 'payment', share: 4, expected: [201], next: () => paymentRequest(payment) },
  ];
}

const paymentRequest = (token) => ({
  method: 'POST',
  path: '/v1.7/payments/instant-sepa-credit-transfers',
  headers: { ...json, Authorization: `Bearer ${token}`, 'PSU-IP-Address': '192.0.2.1' },
  body: JSON.stringify({
    endToEndIdentification: crypto.randomUUID().replaceAll('-', ''),
    instructedAmount: { currency: 'EUR', amount: '1.00' },
    creditorAccount: { iban: 'DE89370400440532013000' },
    creditorName: 'Whoever is paid',
  }),
});
