// [start]
// A page with the button "Connect your bank", and a webhook. Needs Node 20 or later, nothing else:
// node connect-your-bank.mjs http://127.0.0.1:8080
import { createHash, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer } from 'node:http';

const [bank = process.env.BASE_URL ?? 'http://127.0.0.1:8080', port = '3000'] = process.argv.slice(2);
/** The address of this page, for the customer's browser and for the bank. Behind a tunnel it is the tunnel's: OWN_URL=https://… */
const own = process.env.OWN_URL ?? `http://127.0.0.1:${port}`;
const [back, webhook] = [`${own}/back`, `${own}/webhook`];

// [call]
/** Sends a request to the bank and returns its answer. Without a body it is a GET. */
async function call(path, { method, headers, body, token } = {}) {
  const response = await fetch(new URL(path, bank), {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      'X-Request-ID': randomUUID(),
      'PSU-IP-Address': '192.0.2.10', // the customer's; a server on the web takes it from the request
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !(body instanceof URLSearchParams) && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body && !(body instanceof URLSearchParams) ? JSON.stringify(body) : body,
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw Object.assign(new Error(`${path}: ${response.status} ${text}`), { status: response.status });
  return text && JSON.parse(text);
}

/** Asks the bank for tokens, as the client that registered when this program started. */
const tokens = (fields) =>
  call(issuer.token_endpoint, {
    headers: { Authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
    body: new URLSearchParams(fields),
  });

// [connect]
/** The customers of this page by the value of their cookie. A real application has a database, and stores tokens encrypted. */
const connections = new Map();

/** Asks for a consent whose changes the bank reports to the webhook, and returns the bank's page where the customer approves it. */
async function startConnection() {
  const { access_token: token } = await tokens({ grant_type: 'client_credentials', scope: 'AIS' });
  const { consentId } = await call('/v1.7/consents', {
    token,
    headers: { 'TPP-Notification-URI': webhook, 'TPP-Notification-Content-Preferred': 'status=PROCESS,ENTRIES' },
    body: {
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: '9999-12-31', // as long as the bank allows: 180 days
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    },
  });
  const [id, state, verifier] = [0, 0, 0].map(() => randomBytes(32).toString('base64url'));
  connections.set(id, { consentId, state, verifier, events: [], watchers: new Set() });
  const url = new URL(issuer.authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: back,
    scope: `AIS:${consentId}`,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { id, url };
}

/** The sentence for an answer of this page that is no failure of the bank, with its status. */
const refusal = (status, message) => Object.assign(new Error(message), { pageStatus: status });

/** The customer is back from the bank: redeems the code. `state` shows that this browser began, `iss` that the answer is the bank's. */
async function finishConnection(connection, answer) {
  if (!connection || answer.get('state') !== connection.state || answer.get('iss') !== issuer.issuer)
    throw refusal(400, 'This answer belongs to no request of this browser.');
  if (answer.has('error')) throw refusal(200, `You have not connected the account (${answer.get('error')}).`);
  const { verifier } = connection;
  connection.tokens = await tokens({
    grant_type: 'authorization_code',
    code: answer.get('code'),
    redirect_uri: back,
    code_verifier: verifier,
  });
}

// [read]
/** Reads as the customer. A token lives for an hour: the refresh token gets the next one. */
async function read(connection, path, renewed = false) {
  try {
    return await call(path, { token: connection.tokens.access_token, headers: { 'Consent-ID': connection.consentId } });
  } catch (error) {
    if (error.status !== 401 || renewed) throw error;
    const fresh = await tokens({ grant_type: 'refresh_token', refresh_token: connection.tokens.refresh_token });
    connection.tokens = { ...connection.tokens, ...fresh };
    return read(connection, path, true);
  }
}

/** The customer's accounts with their balances, each with its five latest transactions. */
async function readAccounts(connection) {
  const { accounts } = await read(connection, '/v1.7/accounts?withBalance=true');
  const dateFrom = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  return Promise.all(
    accounts.map(async (account) => {
      const path = `/v1.7/accounts/${account.resourceId}/transactions?bookingStatus=booked&dateFrom=${dateFrom}&limit=5`;
      return { ...account, transactions: (await read(connection, path)).transactions.booked };
    }),
  );
}

// [webhook]
const largest = 65_536; // bytes
const keys = new Map();
let keysReadAt = -Infinity;
let keysRead;

/** The bank's key with this id. The set is read again after an hour, as keys may be withdrawn, and for a new id, once in 5 seconds. */
async function keyOf(kid) {
  const age = performance.now() - keysReadAt;
  if (age > 3_600_000 || (!keys.has(kid) && age > 5_000)) {
    keysReadAt = performance.now();
    keys.clear();
    keysRead = call(issuer.jwks_uri).then((published) => {
      for (const key of published.keys)
        if (key.kty === 'EC' && key.crv === 'P-256') keys.set(key.kid, createPublicKey({ key, format: 'jwk' })); // no other signs ES256
    });
  }
  await keysRead;
  return keys.get(kid);
}

/** True if the bank has signed exactly these bytes for this address (RFC 7515 appendix F, RFC 7797). */
async function isFromBank({ headers }, raw) {
  const [header, , signature] = headers['x-jws-signature'].split('.');
  const { alg, kid, iss, aud, jti } = JSON.parse(Buffer.from(header, 'base64url'));
  if (alg !== 'ES256' || iss !== issuer.issuer || aud !== webhook || !jti || jti !== headers['x-request-id']) return false;
  const key = await keyOf(kid);
  const signed = Buffer.concat([Buffer.from(`${header}.`), raw]);
  return key !== undefined && verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

/** Takes a notification, and has the open pages of its customer load again. */
async function receive(request, response) {
  const kept = [];
  let length = 0;
  for await (const chunk of request) if ((length += chunk.length) <= largest) kept.push(chunk);
  if (length > largest) return response.writeHead(413).end(); // read to its end, but not kept
  const raw = Buffer.concat(kept);
  if (!(await isFromBank(request, raw).catch(() => false))) return response.writeHead(401).end();
  response.writeHead(204).end(); // at once: the bank repeats what is not answered with 2xx in 3 seconds
  const { consentId, consentStatus } = JSON.parse(raw);
  const connection = [...connections.values()].find((one) => one.consentId === consentId);
  const id = request.headers['x-request-id']; // the same in each repetition
  if (!connection || connection.events.some((event) => event.id === id)) return;
  connection.events.unshift({ id, at: new Date().toLocaleTimeString('en-GB'), text: consentStatus ?? 'new entries' });
  if (['rejected', 'revokedByPsu', 'expired', 'terminatedByTpp'].includes(consentStatus)) connection.tokens = undefined;
  console.log(`notification: ${raw}`);
  for (const watcher of connection.watchers) watcher.write('data: changed\n\n');
}

// [page]
const escaped = (text) => String(text ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const money = ({ amount, currency }) =>
  escaped(new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount));

const accountCard = ({ name, iban, bban, balances, transactions }) => `<section><header><div><h2>${escaped(name)}</h2>
<small>${escaped(iban ?? bban)}</small></div><strong>${money(balances.find(({ balanceType }) => balanceType === 'interimBooked').balanceAmount)}</strong></header>
<table>${transactions
  .map(
    ({ bookingDate, creditorName, debtorName, remittanceInformationUnstructured: text, transactionAmount }) =>
      `<tr><td>${escaped(bookingDate)}</td><td>${escaped(creditorName ?? debtorName ?? text)}</td><td>${money(transactionAmount)}</td></tr>`,
  )
  .join('')}</table></section>`;

const pageOf = (content) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Connect your bank</title><style>:root{color-scheme:light dark;--line:light-dark(#d5dce8,#35435c);--card:light-dark(#fff,#172133)}
body{margin:0 auto;max-width:44rem;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f2f5fa,#0e1624);color:light-dark(#14213a,#e8edf5)}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.1rem 1.25rem;margin:1rem 0}
header{display:flex;gap:1rem;justify-content:space-between;align-items:baseline}h2{margin:0;font-size:1.05rem}strong{font-size:1.2rem}
strong,td:last-child{white-space:nowrap;font-variant-numeric:tabular-nums}small{color:light-dark(#4d5b75,#aebad0);overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;margin-top:.6rem}td{padding:.4rem .75rem .4rem 0;border-top:1px solid var(--line);vertical-align:top}
td:first-child{white-space:nowrap;width:1%}td:last-child{text-align:end;padding-right:0}
button{font:inherit;font-weight:600;padding:.7rem 1.4rem;border:0;border-radius:10px;background:light-dark(#0b4f6c,#8accea);color:light-dark(#fff,#0b1220);cursor:pointer}
</style><main><h1>My budget</h1>${content}</main></html>`;

const button = (action, label) => `<form method="post" action="${action}"><button>${label}</button></form>`;
const eventList = (events = []) => events.map(({ at, text }) => `<tr><td>${at}</td><td>${escaped(text)}</td></tr>`).join('');
const eventCard = (events) => `<section><h2>Notifications of the bank</h2><table>${eventList(events)}</table></section>`;
const welcome = (text) => `<p>${escaped(text)}</p>${button('/connect', 'Connect your bank')}`;

/** The page of a customer, which loads again when a notification arrives. */
async function customerPage(connection) {
  const accounts = connection?.tokens && (await readAccounts(connection)).map(accountCard).join('');
  const events = connection?.events.length ? eventCard(connection.events) : '';
  const body = accounts ? accounts + events + button('/disconnect', 'Disconnect') : welcome('See your accounts on one page.') + events;
  return body + (connection ? "<script>new EventSource('/events').onmessage = () => location.reload();</script>" : '');
}

// [run]
const show = (response, status, content) => response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(pageOf(content));
const go = (response, location, cookie) => response.writeHead(303, { Location: location, ...(cookie && { 'Set-Cookie': cookie }) }).end();

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, own);
  const connection = connections.get(/(?:^|; )connection=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]);
  const route = `${request.method} ${pathname}`;
  if (route === 'POST /webhook') return receive(request, response);
  if (route === 'POST /connect') {
    const started = await startConnection();
    return go(response, started.url.href, `connection=${started.id}; HttpOnly; SameSite=Lax; Path=/`);
  }
  if (route === 'GET /back') return finishConnection(connection, searchParams).then(() => go(response, '/'));
  if (route === 'GET /') return show(response, 200, await customerPage(connection));
  if (route === 'GET /events' && connection) {
    request.on('close', () => connection.watchers.delete(response));
    return connection.watchers.add(response.writeHead(200, { 'Content-Type': 'text/event-stream' }));
  }
  if (route === 'POST /disconnect' && connection?.tokens) {
    await call(`/v1.7/consents/${connection.consentId}`, { method: 'DELETE', token: connection.tokens.access_token });
    return go(response, '/');
  }
  return show(response, 404, welcome('There is no such page.'));
}

/** Ends the program with a sentence. */
function stop(reason) {
  console.error(reason);
  process.exit(1);
}
const noBank = ({ message }) => stop(`The bank at ${bank} does not answer (${message}): node connect-your-bank.mjs <address of the bank>`);

const issuer = await call('/v1.7/oauth/consents/.well-known/oauth-authorization-server').catch(noBank);
const server = createServer((request, response) => {
  answer(request, response).catch(({ message, pageStatus = 502 }) => {
    if (response.headersSent) console.error(message);
    else show(response, pageStatus, welcome(message));
  });
});
const another = `give another port as the second argument: node connect-your-bank.mjs ${bank} <port>`;
server.on('error', ({ code }) => stop(`Nothing can listen at 127.0.0.1:${port} (${code}). Stop what listens there, or ${another}`));
await new Promise((listening) => server.listen(port, '127.0.0.1', listening));
const registration = { client_name: 'My budget', redirect_uris: [back], roles: ['PSP_AI'] };
const client = await call(issuer.registration_endpoint, { body: registration }).catch(noBank);
console.log(`Open ${own}. Ctrl-C ends the program, and removes its client and consents from the bank.`);
const removal = () => call(client.registration_client_uri, { method: 'DELETE', token: client.registration_access_token });
const notRemoved = ({ message }) => stop(`The client was not removed (${message}).`);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    removal().then(() => process.exit(0), notRemoved);
  });
