// Replaces and kills each replica of `REPLICAS=2 npm start` in turn under 50 requests a second through Node's own gateway, and prints
// what clients saw. Needs valkey-server or redis-server: `npm run check -- replicas`.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { services } from '@open-banking/spec';

const home = mkdtempSync(join(tmpdir(), 'open-banking-replicas-'));
// If this process is root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(home, 0o755);
process.env.CHECK_HOME = home;
const { check, failures, port, within } = await import('../docker/check/stack.mjs');
const { noneFailed, under } = await import('../docker/check/fleet.mjs');
const { traffic } = await import('../docker/check/traffic.mjs');

const bank = spawn('node', ['sandbox/dist/start.js'], {
  env: {
    ...process.env,
    HOME: home,
    PORT: String(port),
    DATA_DIR: join(home, 'data'),
    REPLICAS: '2',
    PLAN_FILE: 'docker/check/plan/plan.json',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const said = [];
const heard = (pattern) => said.filter((line) => pattern.test(line)).length;
createInterface({ input: bank.stdout }).on('line', (line) => said.push(line));
const ended = once(bank, 'exit');
const timeoutMs = 180_000;
const until = (holds, what) => within(timeoutMs, () => assert.ok(holds(), `${what}\n${said.slice(-10).join('\n')}`));

/** The processes of a service; the bank starts one anew that ends. */
const replicasOf = (service) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === bank.pid && args.join(' ').includes(`apps/${service}/dist/bundle/main.js`))
    .map(([pid]) => Number(pid));

/** All replicas are ready, by their own ports, and the gateway has had the time to ask each. */
async function ready() {
  const { services: first, replicas } = JSON.parse(readFileSync(join(home, 'data', 'addresses.json'), 'utf8'));
  const ports = [first, ...replicas].flatMap((replica) => services.map((service) => replica[service].port));
  for (const one of ports)
    while (
      !(await fetch(`http://127.0.0.1:${one}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await pause(100);
  await pause(3_000);
}

/** Ends each replica by this signal, and waits until it serves again before the next one. */
async function replaced(signal) {
  for (const service of services)
    for (const replica of replicasOf(service)) {
      const restarts = heard(new RegExp(`^Restarting ${service}\\.$`));
      process.kill(replica, signal);
      await until(
        () => heard(new RegExp(`^Restarting ${service}\\.$`)) > restarts && replicasOf(service).length === 2,
        `${service} restarts`,
      );
      await ready();
    }
}

try {
  await check('REPLICAS=2 npm start', () => until(() => heard(/curl/) > 0, 'the bank opens'));
  const kinds = await check('clients for the load', traffic);
  await check('SIGTERM of each of twelve replicas costs no answer', async () => noneFailed(await under(kinds, () => replaced('SIGTERM'))));
  await check('SIGKILL of each costs at most one answer', async () => {
    const { failed, byReason } = await under(kinds, () => replaced('SIGKILL'));
    assert.ok(failed <= 2 * services.length, JSON.stringify(byReason));
  });
} finally {
  bank.kill('SIGINT');
  await ended;
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = failures() > 0 ? 1 : 0;
