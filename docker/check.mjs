// Runs the compose file for real and prints one line a check: build, health, the first call, the gateway sweep,
// replicas, a database that goes away and comes back. Needs a Docker engine: `npm run check:compose`.
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import { connect as secureConnect } from 'node:tls';
import { promisify } from 'node:util';
import assert from 'node:assert/strict';
import { operations, services } from '@open-banking/spec';
import { sweep } from '../gateway/test/gateway-sweep.ts';
import { Seal } from '../sandbox/dist/third-party/seal.js';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;
const [port, tlsPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const redirectUri = 'https://tpp.example/callback';
let failed = 0;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}

const docker = async (...args) =>
  (
    await run('docker', args, { cwd: root, env: { ...process.env, PORT: String(port), TLS_PORT: String(tlsPort) }, maxBuffer: 64 << 20 })
  ).stdout.trim();
/** A project of its own: a stack that somebody runs here is not touched. */
const compose = (...args) => docker('compose', '-p', 'open-banking-check', ...args);
const openbank = async (...args) => JSON.parse(await compose('run', '--rm', '-T', 'openbank', ...args, '--json'));

async function check(name, work) {
  const before = performance.now();
  const said = (outcome) => process.stdout.write(`${outcome}  ${name} (${((performance.now() - before) / 1_000).toFixed(1)} s)\n`);
  try {
    const result = await work();
    said('ok  ');
    return result;
  } catch (error) {
    failed += 1;
    said('FAIL');
    process.stdout.write(
      `      ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .slice(-12)
        .join('\n      ')}\n`,
    );
  }
}

/** Tries until it holds, or tells what was seen last. */
async function within(ms, attempt) {
  const end = performance.now() + ms;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function call(path, { method = 'GET', headers = {}, body } = {}) {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { 'X-Request-ID': crypto.randomUUID(), ...headers },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, 'every answer has an X-Request-ID');
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text), text };
}
const json = { 'Content-Type': 'application/json' };
const expect = (answer, status) => assert.equal(answer.status, status, `${answer.status} ${answer.text.slice(0, 300)}`);

async function clientToken(client) {
  const answer = await call('/v1.7/oauth/consents/token', {
    method: 'POST',
    body: 'grant_type=client_credentials&scope=AIS',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`,
    },
  });
  expect(answer, 200);
  return answer.body.access_token;
}

/** A client is registered, a customer approves its consent, and it reads a balance. */
async function firstCall() {
  const client = await openbank('client', 'add', '--name', 'Compose check', '--roles', 'PSP_AI', '--redirect-uri', redirectUri);
  const consent = await call('/v1.7/consents', {
    method: 'POST',
    headers: {
      ...json,
      Authorization: `Bearer ${await clientToken(client)}`,
      'PSU-IP-Address': '192.0.2.1',
      'TPP-Redirect-URI': redirectUri,
    },
    body: JSON.stringify({
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    }),
  });
  expect(consent, 201);
  const { access_token: token } = await openbank('token', '--client', client.client_id, '--consent', consent.body.consentId);
  const headers = { Authorization: `Bearer ${token}`, 'Consent-ID': consent.body.consentId, 'PSU-IP-Address': '192.0.2.1' };
  const balances = () => call(`/v1.7/accounts/${account}/balances`, { headers });
  const accounts = await call('/v1.7/accounts', { headers });
  expect(accounts, 200);
  const account = accounts.body.accounts[0].resourceId;
  const answer = await balances();
  expect(answer, 200);
  assert.ok(answer.body.balances.length > 0, answer.text);
  return balances;
}

/** A request to the TLS listener, with a certificate or without. */
function overTls(path, { method = 'GET', headers = {}, body, tls = {} } = {}) {
  return new Promise((resolve, reject) => {
    secureRequest(
      {
        host: '127.0.0.1',
        port: tlsPort,
        path,
        method,
        agent: false,
        ca: tls.ca,
        cert: tls.certificate,
        key: tls.private_key,
        headers: { 'X-Request-ID': crypto.randomUUID(), ...headers },
      },
      (answer) => {
        let text = '';
        answer
          .on('data', (chunk) => {
            text += chunk;
          })
          .on('end', () => resolve({ status: answer.statusCode, text, body: text && JSON.parse(text) }));
      },
    )
      .on('error', reject)
      .end(body);
  });
}

const agreed = (options) =>
  new Promise((resolve) => {
    const socket = secureConnect({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });

async function tlsVersions() {
  assert.match(await agreed({}), /^TLSv1\.3 TLS_AES_/);
  assert.match(await agreed({ maxVersion: 'TLSv1.2' }), /^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_AES_(128|256)_GCM_SHA(256|384)$/);
  for (const ciphers of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'AES128-GCM-SHA256'])
    assert.equal(await agreed({ maxVersion: 'TLSv1.2', ciphers }), 'refused', ciphers);
  assert.equal(await agreed({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }), 'refused');
}

/** A client that is known by its certificate gets a token with it, and without it, with another's or with a header that says so none. */
async function certificates() {
  const [client, other] = [
    await openbank(
      'client',
      'add',
      '--auth',
      'tls_client_auth',
      '--bind',
      'tls',
      '--name',
      'TLS check',
      '--roles',
      'PSP_AI',
      '--redirect-uri',
      redirectUri,
    ),
    await openbank('client', 'add', '--auth', 'tls_client_auth', '--name', 'Other', '--roles', 'PSP_AI', '--redirect-uri', redirectUri),
  ];
  const asked = (tls, headers = {}) => ({
    method: 'POST',
    tls,
    body: `grant_type=client_credentials&scope=AIS&client_id=${client.client_id}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });
  const path = '/v1.7/oauth/consents/token';
  const forged = { 'Client-Cert': `:${new X509Certificate(client.certificate).raw.toString('base64')}:` };
  const given = await overTls(path, asked(client));
  expect(given, 200);
  for (const [tls, headers] of [[{ ca: client.ca }], [other], [{ ca: client.ca }, forged], [other, forged]])
    expect(await overTls(path, asked(tls, headers)), 401);
  expect(await call(path, asked(undefined, forged)), 401);
  // The token is bound to the certificate: 403 is an answer to a token that was taken.
  const read = (tls) =>
    overTls(`/v1.7/consents/${crypto.randomUUID()}`, { tls, headers: { Authorization: `Bearer ${given.body.access_token}` } });
  expect(await read(client), 403);
  expect(await read(other), 401);
  expect(await read({ ca: client.ca }), 401);
}

/** A signed request is taken, a damaged one is not, and none whose certificate was revoked a moment ago. */
async function signedRequests() {
  const client = await openbank('client', 'add', '--name', 'Signing check', '--roles', 'PSP_AI', '--redirect-uri', redirectUri);
  const seal = '/home/node/.openbank/seal';
  await openbank('ca', 'issue', '--roles', 'PSP_AI', '--client', client.client_id, '--out', seal);
  const fileOf = (name) => compose('run', '--rm', '-T', '--entrypoint', 'cat', 'openbank', `${seal}/${name}`);
  const signer = new Seal(await fileOf('certificate.pem'), await fileOf('key.pem'));
  const token = await clientToken(client);
  const body = JSON.stringify({
    access: { allPsd2: 'allAccounts' },
    recurringIndicator: true,
    validUntil: '9999-12-31',
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
  });
  const create = (sent = body) => {
    const { 'x-request-id': id, ...signed } = signer.sign({
      headers: { 'x-request-id': crypto.randomUUID(), 'psu-ip-address': '192.0.2.1' },
      body,
    });
    return call('/v1.7/consents', {
      method: 'POST',
      body: sent,
      headers: { ...json, Authorization: `Bearer ${token}`, 'X-Request-ID': id, ...signed },
    });
  };
  expect(await create(), 201);
  expect(await create(body.replace('4', '3')), 401);
  await compose('run', '--rm', '-T', 'openbank', 'ca', 'revoke', `${seal}/certificate.pem`);
  await within(5_000, async () => assert.equal((await create()).body.tppMessages?.[0].code, 'CERTIFICATE_REVOKED'));
}

/** What each container may do: nothing it does not need. */
async function confined(service) {
  const script =
    'grep -E "^(CapEff|CapBnd|NoNewPrivs|Uid):" /proc/1/status; (touch /x && echo writable) 2>/dev/null; ls /run/secrets/keys 2>/dev/null | grep private; true';
  const seen = await compose('exec', '-T', service, 'sh', '-c', script);
  assert.match(seen, /CapEff:\s0+$/m);
  assert.match(seen, /CapBnd:\s0+$/m);
  assert.match(seen, /NoNewPrivs:\s1$/m);
  assert.doesNotMatch(seen, /Uid:\s0\s|writable/);
  const others = services.filter((other) => other !== service && seen.includes(`${other}.private`));
  assert.deepEqual(others, [], 'keys of others');
}

async function everyOperation() {
  for (const { method, path, kind } of operations) {
    const answer = await call(path.replaceAll(/\{[^}]+\}/g, '1'), { method, ...(method === 'POST' && { headers: json, body: '{}' }) });
    expect(answer, kind === 'metadata' ? 200 : 401);
  }
}

async function replicas() {
  await compose('up', '-d', '--no-recreate', '--wait', '--scale', 'cards=2', 'cards');
  const [one] = (await compose('ps', '-q', 'cards')).split('\n');
  let killed;
  const seen = new Set();
  for (let at = 0; at < 200; at += 1) {
    if (at === 50) killed = docker('kill', one);
    // 401, or 429 where the loop is faster than the limit of who shows no token: answered by a service either way.
    seen.add((await call('/v1.7/cards')).status);
  }
  await killed;
  assert.deepEqual(
    [...seen].filter((status) => status !== 401 && status !== 429),
    [],
  );
  await compose('up', '-d', '--no-recreate', '--wait', '--scale', 'cards=1', 'cards');
}

/** A replica that is told to stop goes on answering until the gateway sends nothing to it. */
async function stopped() {
  await compose('up', '-d', '--no-recreate', '--wait', '--scale', 'cards=2', 'cards');
  const [one] = (await compose('ps', '-q', 'cards')).split('\n');
  let over = false;
  const stopping = docker('stop', one).finally(() => {
    over = true;
  });
  const seen = new Set();
  for (let at = 0; !over; at += 1) {
    const [read, write] = [await call('/v1.7/cards'), await call('/v1.7/cards', { method: 'POST', headers: json, body: '{}' })];
    for (const { status } of [read, write]) seen.add(status);
  }
  await stopping;
  // 405: no POST there; the service says so.
  assert.deepEqual(
    [...seen].filter((status) => ![401, 405, 429].includes(status)),
    [],
  );
  await compose('up', '-d', '--no-recreate', '--wait', '--scale', 'cards=1', 'cards');
}

async function databaseGone(balances) {
  await compose('stop', 'postgres');
  const before = performance.now();
  const answer = await balances();
  expect(answer, 503);
  assert.ok(performance.now() - before < 2_000, `after ${Math.round(performance.now() - before)} ms`);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal(answer.body.tppMessages[0].code, 'SERVICE_UNAVAILABLE');
}

async function databaseBack(balances) {
  await compose('start', 'postgres');
  await within(30_000, async () => expect(await balances(), 200));
  for (const { path } of operations.filter(({ method }) => method === 'GET'))
    await within(10_000, async () => assert.notEqual((await call(path.replaceAll(/\{[^}]+\}/g, '1'))).status, 503, path));
}

if (
  await docker('version', '-f', '{{.Server.Version}}').then(
    () => false,
    () => true,
  )
) {
  process.stdout.write('No Docker engine answers here: nothing was checked.\n');
  process.exit(2);
}
try {
  const up = await check('docker compose up -d --build --wait: all healthy', () =>
    compose('up', '-d', '--build', '--wait').then(() => true),
  );
  if (!up) process.stdout.write(`${await compose('ps', '-a')}\n${await compose('logs', '--tail', '8')}\n`);
  await check('only the gateway has a port on the host', async () => {
    const open = (
      await docker('ps', '--filter', 'label=com.docker.compose.project=open-banking-check', '--format', '{{.Names}} {{.Ports}}')
    )
      .split('\n')
      .filter((line) => line.includes('->'));
    assert.equal(open.length, 1, open.join('\n'));
    assert.match(open[0], /gateway/);
  });
  for (const service of [...services, 'postgres', 'gateway'])
    await check(`${service} runs without privileges, on a read-only disk, with its own secrets only`, () => confined(service));
  for (const { name, run: sweeping } of sweep.filter(({ probes }) => !probes))
    await check(`gateway: ${name}`, () => sweeping({ url, probes: false }));
  await check('all 44 operations are answered through the gateway: 401 without a token, metadata 200', everyOperation);
  const balances = await check('the first call: client, consent, approval, token, balances', firstCall);
  await check('TLS: 1.3, or 1.2 with ECDHE and AES-GCM, and nothing older', tlsVersions);
  await check('a client that is known by its certificate, and tokens bound to it; Client-Cert from outside is nothing', certificates);
  await check('signed requests are verified, and refused from the moment their certificate is revoked', signedRequests);
  await check("no service is shown the authority's key", async () =>
    assert.equal(
      await compose('exec', '-T', 'cards', 'sh', '-c', 'grep -rl "PRIVATE KEY" /run 2>/dev/null; ls /run/trust'),
      'blocked.txt\nca.pem\nclients.pem\nrevoked.crl.pem',
    ),
  );
  await check('a killed replica costs no answer', replicas);
  await check('a replica that is told to stop costs no answer', stopped);
  await check('docker compose up again keeps what was stored', async () => {
    await compose('up', '-d', '--wait');
    if (balances) await within(10_000, async () => expect(await balances(), 200));
  });
  await check("a sandbox's databases are refused without SANDBOX=1, and settings that are wrong: in a sentence", async () => {
    for (const [wrong, sentence] of [
      ['SANDBOX=0', /These databases are a sandbox's: they cannot be used without SANDBOX=1\./],
      ['CUSTOMERS=many', /CUSTOMERS must be /],
      ['BASE_URL=bank', /BASE_URL must be /],
      ['TIME_ZONE=Mars', /TIME_ZONE must be /],
      ['SANDBOX=yes', /SANDBOX must be /],
    ]) {
      const { stderr } = await compose('run', '--rm', '-T', '-e', wrong, 'prepare').then(
        () => assert.fail(`${wrong} was taken`),
        (error) => error,
      );
      const said = stderr.split('\n').find((line) => line.startsWith('{'));
      assert.match(JSON.parse(said).message, sentence);
      assert.doesNotMatch(stderr, /^ +at /m);
    }
  });
  const read = balances ?? (() => call('/v1.7/cards'));
  await check('database stopped: 503 within 2 s', () => databaseGone(read));
  await check('database back: everything answers again by itself', () => databaseBack(read));
} finally {
  await check('docker compose down -v', () => compose('--profile', 'tools', 'down', '-v', '--remove-orphans'));
}
process.stdout.write(failed ? `${failed} checks failed\n` : 'all checks passed\n');
process.exitCode = failed ? 1 : 0;
