// Runs the compose file for real and prints one line a check: build, health, the first call, the gateway sweep,
// replicas, a database that goes away and comes back. Needs a Docker engine: `npm run check:compose`.
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import assert from 'node:assert/strict';
import { operations, services } from '@open-banking/spec';
import { sweep } from '../gateway/test/gateway-sweep.ts';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;
const port = await freePort();
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

const docker = async (...args) => (await run('docker', args, { cwd: root, env: { ...process.env, PORT: String(port) }, maxBuffer: 64 << 20 })).stdout.trim();
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
    process.stdout.write(`      ${String(error.stderr || error.message).trim().split('\n').slice(-12).join('\n      ')}\n`);
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
  const response = await fetch(new URL(path, url), { method, headers: { 'X-Request-ID': crypto.randomUUID(), ...headers }, body, signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, 'every answer has an X-Request-ID');
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text), text };
}
const json = { 'Content-Type': 'application/json' };
const expect = (answer, status) => assert.equal(answer.status, status, `${answer.status} ${answer.text.slice(0, 300)}`);

async function clientToken(client) {
  const answer = await call('/v1.7/oauth/consents/token', {
    method: 'POST', body: 'grant_type=client_credentials&scope=AIS',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
  });
  expect(answer, 200);
  return answer.body.access_token;
}

/** A client is registered, a customer approves its consent, and it reads a balance. */
async function firstCall() {
  const client = await openbank('client', 'add', '--name', 'Compose check', '--roles', 'PSP_AI', '--redirect-uri', redirectUri);
  const consent = await call('/v1.7/consents', {
    method: 'POST', headers: { ...json, Authorization: `Bearer ${await clientToken(client)}`, 'PSU-IP-Address': '192.0.2.1', 'TPP-Redirect-URI': redirectUri },
    body: JSON.stringify({ access: { allPsd2: 'allAccounts' }, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4, combinedServiceIndicator: false }),
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

/** What each container may do: nothing it does not need. */
async function confined(service) {
  const script = 'grep -E "^(CapEff|CapBnd|NoNewPrivs|Uid):" /proc/1/status; (touch /x && echo writable) 2>/dev/null; ls /run/secrets/keys 2>/dev/null | grep private; true';
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
  assert.deepEqual([...seen].filter((status) => status !== 401 && status !== 429), []);
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
  for (const { path } of operations.filter(({ method }) => method === 'GET')) await within(10_000, async () => assert.notEqual((await call(path.replaceAll(/\{[^}]+\}/g, '1'))).status, 503, path));
}

if (await docker('version', '-f', '{{.Server.Version}}').then(() => false, () => true)) {
  process.stdout.write('No Docker engine answers here: nothing was checked.\n');
  process.exit(2);
}
try {
  const up = await check('docker compose up -d --build --wait: all healthy', () => compose('up', '-d', '--build', '--wait').then(() => true));
  if (!up) process.stdout.write(`${await compose('ps', '-a')}\n${await compose('logs', '--tail', '8')}\n`);
  await check('only the gateway has a port on the host', async () => {
    const open = (await docker('ps', '--filter', 'label=com.docker.compose.project=open-banking-check', '--format', '{{.Names}} {{.Ports}}')).split('\n').filter((line) => line.includes('->'));
    assert.equal(open.length, 1, open.join('\n'));
    assert.match(open[0], /gateway/);
  });
  for (const service of [...services, 'postgres', 'gateway']) await check(`${service} runs without privileges, on a read-only disk, with its own secrets only`, () => confined(service));
  for (const { name, run: sweeping } of sweep.filter(({ probes }) => !probes)) await check(`gateway: ${name}`, () => sweeping({ url, probes: false }));
  await check('all 44 operations are answered through the gateway: 401 without a token, metadata 200', everyOperation);
  const balances = await check('the first call: client, consent, approval, token, balances', firstCall);
  await check('a killed replica costs no answer', replicas);
  await check('docker compose up again keeps what was stored', async () => {
    await compose('up', '-d', '--wait');
    if (balances) await within(10_000, async () => expect(await balances(), 200));
  });
  await check('a sandbox\'s databases are refused without SANDBOX=1', () => assert.rejects(compose('run', '--rm', '-T', '-e', 'SANDBOX=0', 'prepare'), /sandbox/));
  const read = balances ?? (() => call('/v1.7/cards'));
  await check('database stopped: 503 within 2 s', () => databaseGone(read));
  await check('database back: everything answers again by itself', () => databaseBack(read));
} finally {
  await check('docker compose down -v', () => compose('--profile', 'tools', 'down', '-v', '--remove-orphans'));
}
process.stdout.write(failed ? `${failed} checks failed\n` : 'all checks passed\n');
process.exitCode = failed ? 1 : 0;
