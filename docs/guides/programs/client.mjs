// [start]
// The whole life of a client. Needs Node 20 or later, nothing else: node client.mjs
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const bank = process.env.BASE_URL ?? 'http://127.0.0.1:8080';

/** `fetch`, which says in a sentence that the bank is not there. */
const send = (url, options) =>
  fetch(url, options).catch(({ cause, message }) => {
    throw new Error(`The bank at ${bank} does not answer. Set BASE_URL. (${cause?.message || cause?.code || message})`);
  });

// [call]
/** Sends one call. Waits where the bank asks to (429, 503), and renews the token once where it is no longer accepted (401). */
export async function call(method, path, { token, consentId, body, headers } = {}) {
  const id = randomUUID(); // the same for each repetition, so that a payment repeated is not a second payment
  let renewed = false;
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(new URL(path, bank), {
      method,
      headers: {
        'X-Request-ID': id,
        'PSU-IP-Address': '192.0.2.10', // of the customer, who is present; leave it out where your server reads on its own
        ...(token && { Authorization: `Bearer ${token.value}` }),
        ...(consentId && { 'Consent-ID': consentId }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    if (response.status === 401 && token?.renew && !renewed) {
      await token.renew();
      renewed = true;
    } else if ([429, 503].includes(response.status) && attempt < 5) {
      await pause(1000 * Number(response.headers.get('Retry-After') ?? 1));
    } else {
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text} (X-Request-ID ${id})`);
      return text && JSON.parse(text);
    }
  }
}

// [register]
/** Registers this program as a client (RFC 7591). One registration is valid at all issuers. */
export async function register(redirectUri) {
  const { registration_endpoint } = await call('GET', '/v1.7/oauth/consents/.well-known/oauth-authorization-server');
  const body = { client_name: 'My first client', redirect_uris: [redirectUri], roles: ['PSP_AI', 'PSP_PI'] };
  return { ...(await call('POST', registration_endpoint, { body })), redirectUri };
}

// [token]
/** Asks an issuer for tokens. The client's secret goes into the Authorization header. */
async function requestToken(client, issuer, fields) {
  const response = await send(issuer.token_endpoint, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
    body: new URLSearchParams(fields),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${issuer.token_endpoint}: ${answer.error} ${answer.error_description}`);
  return answer;
}

/** A token of the client's own, with which it asks for consents and payments. */
export async function clientToken(client, issuer, scope) {
  const token = {
    renew: async () => {
      token.value = (await requestToken(client, issuer, { grant_type: 'client_credentials', scope })).access_token;
    },
  };
  await token.renew();
  return token;
}

// [consent]
/** Asks for access to all accounts of a customer, for as long as the bank allows. */
export const createConsent = (token, headers) =>
  call('POST', '/v1.7/consents', {
    token,
    headers,
    body: {
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    },
  });

// [approve]
/** Waits on this machine for customers who come back from the bank. */
export async function openRedirectListener() {
  let arrived;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url, bank);
    response.end(`${searchParams.has('error') ? 'Nothing was approved.' : 'Thank you.'} You can close this page.`);
    if (request.url.startsWith('/back?')) arrived?.(searchParams);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    redirectUri: `http://127.0.0.1:${server.address().port}/back`,
    next: () => new Promise((resolve) => (arrived = resolve)),
    close: () => server.close().closeAllConnections(),
  };
}

/** Runs OPEN_BROWSER with the address. Settles only where that fails. */
const openBrowser = (address) =>
  new Promise((_, fail) => {
    const browser = spawn(process.env.OPEN_BROWSER, [address], { stdio: ['ignore', 'ignore', 'inherit'] });
    browser.on('error', ({ message }) => fail(new Error(`OPEN_BROWSER must name a program without arguments: ${message}`)));
    browser.on('exit', (code) => code && fail(new Error(`${process.env.OPEN_BROWSER} failed (exit code ${code})`)));
  });

/** The sentence for an answer with an error in place of the code. */
const notApproved = (error, description) =>
  error === 'access_denied' ? 'The customer did not approve (access_denied).' : `The bank ended the approval (${error}: ${description}).`;

/** Sends the customer to the bank, waits for the answer, and redeems the code for the customer's token. */
export async function approval(client, listener, issuer, scope) {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomUUID();
  const url = new URL(issuer.authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirectUri,
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const answer = listener.next();
  console.log(`Open this address as the customer:\n${url}`);
  const back = await (process.env.OPEN_BROWSER ? Promise.race([answer, openBrowser(url.href)]) : answer);
  if (back.get('state') !== state) throw new Error('This answer belongs to another request.');
  if (back.has('error')) throw new Error(notApproved(back.get('error'), back.get('error_description')));
  const redeemed = { grant_type: 'authorization_code', code: back.get('code'), redirect_uri: client.redirectUri, code_verifier: verifier };
  return customerToken(client, issuer, await requestToken(client, issuer, redeemed));
}

// [refresh]
/** The customer's token. Each refresh answers with the refresh token to keep, which may be another one. */
function customerToken(client, issuer, first) {
  let refreshToken = first.refresh_token;
  const token = {
    value: first.access_token,
    renew: async () => {
      const next = await requestToken(client, issuer, { grant_type: 'refresh_token', refresh_token: refreshToken });
      token.value = next.access_token;
      refreshToken = next.refresh_token ?? refreshToken;
    },
  };
  return token;
}

// [read]
/** Prints the balances of all accounts and counts their transactions, page by page. */
async function readAccounts(token, consentId) {
  const { accounts } = await call('GET', '/v1.7/accounts?withBalance=true', { token, consentId });
  const dateFrom = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  for (const { resourceId, iban, balances } of accounts) {
    for (const { balanceType, balanceAmount } of balances)
      console.log(`${iban} ${balanceType} ${balanceAmount.amount} ${balanceAmount.currency}`);
    let count = 0;
    let next = `/v1.7/accounts/${resourceId}/transactions?bookingStatus=booked&dateFrom=${dateFrom}&limit=20`;
    while (next) {
      const { transactions } = await call('GET', next, { token, consentId });
      count += transactions.booked.length;
      next = transactions._links.next?.href;
    }
    console.log(`${iban} ${count} transactions since ${dateFrom}`);
  }
}

// [pay]
const finalStatuses = ['ACSC', 'ACCC', 'RJCT', 'CANC'];

/** Makes a payment: the client asks, the customer approves exactly this, the bank pays. */
async function pay(client, listener) {
  const issuer = await call('GET', '/v1.7/oauth/payments/.well-known/oauth-authorization-server');
  const token = await clientToken(client, issuer, 'PIS');
  const { paymentId } = await call('POST', '/v1.7/payments/instant-sepa-credit-transfers', {
    token,
    body: {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Coffee House',
      endToEndIdentification: `COFFEE-${Date.now()}`,
      remittanceInformationUnstructured: 'One coffee',
    },
  });
  await approval(client, listener, issuer, `PIS:${paymentId}`);
  for (;;) {
    const { transactionStatus } = await call('GET', `/v1.7/payments/instant-sepa-credit-transfers/${paymentId}/status`, { token });
    if (finalStatuses.includes(transactionStatus)) return console.log(`payment ${paymentId} ${transactionStatus}`);
    await pause(1000);
  }
}

// [remove]
/** Removes the client with its tokens and consents (RFC 7592). */
export const remove = (client) => call('DELETE', client.registration_client_uri, { token: { value: client.registration_access_token } });

// [run]
/** Runs a program. A failure is printed as a sentence and ends the program with exit code 1, whatever still listens. */
export const main = (program) =>
  program().catch(({ message }) => {
    console.error(message);
    process.exit(1);
  });

/** All of it; `node client.mjs balances` ends after the balances. */
async function run() {
  const unknown = process.argv.slice(2).find((argument, at) => at > 0 || argument !== 'balances');
  if (unknown !== undefined) {
    console.error(`The argument "${unknown}" is unknown: client.mjs takes no argument, or "balances".`);
    process.exit(2);
  }
  const listener = await openRedirectListener();
  const client = await register(listener.redirectUri);
  console.log(`client ${client.client_id}`);
  try {
    const issuer = await call('GET', '/v1.7/oauth/consents/.well-known/oauth-authorization-server');
    const own = await clientToken(client, issuer, 'AIS');
    const { consentId } = await createConsent(own);
    const token = await approval(client, listener, issuer, `AIS:${consentId}`);
    await readAccounts(token, consentId);
    if (process.argv[2] !== 'balances') {
      await token.renew();
      console.log('refreshed');
      await pay(client, listener);
    }
    await call('DELETE', `/v1.7/consents/${consentId}`, { token: own });
  } finally {
    await remove(client);
    listener.close();
  }
  console.log('removed');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(run);
