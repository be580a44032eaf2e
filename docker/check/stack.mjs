// The stack of the compose file under check, and how it is asked.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
export const [port, tlsPort] = [
  Number(process.env.CHECK_PORT) || (await freePort()),
  Number(process.env.CHECK_TLS_PORT) || (await freePort()),
];
export const url = `http://127.0.0.1:${port}`;
export const redirectUri = 'https://tpp.example/callback';
let failed = 0;
/** How many checks have failed. */
export const failures = () => failed;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** A project of its own, so that another stack on this machine is not touched. */
const environment = () => ({
  ...process.env,
  PORT: String(port),
  TLS_PORT: String(tlsPort),
  COMPOSE_PROJECT_NAME: process.env.CHECK_PROJECT ?? 'open-banking-check',
  COMPOSE_FILE:
    process.env.CHECK_COMPOSE_FILES ??
    ['docker-compose.yml', process.env.CHECK_COMPOSE_FILE, 'docker/check/unlimited.yml'].filter(Boolean).join(':'),
});
export const command = async (program, args, more = {}) =>
  (await run(program, args, { cwd: root, env: { ...environment(), ...more }, maxBuffer: 64 << 20 })).stdout.trim();
/** The text that a container has printed, on both of its outputs. */
export const printed = (container) => run('docker', ['logs', container], { env: environment(), maxBuffer: 256 << 20 });
export const docker = (...args) => command('docker', args);
export const compose = (...args) => docker('compose', ...args);
/** The containers of a service. */
export const containersOf = async (service) => (await compose('ps', '-q', service)).split('\n').filter(Boolean);
/** Rows of a database at the primary, as its administrator. */
export const rows = (database, sql) =>
  compose(
    ...['exec', '-T', 'postgres', 'sh', '-c'],
    'PGPASSWORD=$(cat /run/secrets/password) psql -h 127.0.0.1 -U postgres -d "$1" -At -c "$2"',
    ...['psql', database, sql],
  );
/** The command line of the stack, or of a bank that runs on this machine with the home folder CHECK_HOME. */
const commandLine = (...args) =>
  process.env.CHECK_HOME
    ? command('node', ['cli/bin/openbank.mjs', '--base-url', url, ...args], { HOME: process.env.CHECK_HOME })
    : compose('run', '--rm', '-T', 'openbank', ...args);
export const openbank = async (...args) => JSON.parse(await commandLine(...args, '--json'));

export async function check(name, work) {
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

/** Tries until it holds, or reports what was seen last. */
export async function within(ms, attempt) {
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

export async function call(path, { method = 'GET', headers = {}, body } = {}) {
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
export const json = { 'Content-Type': 'application/json' };
export const expect = (answer, status) => assert.equal(answer.status, status, `${answer.status} ${answer.text.slice(0, 300)}`);
