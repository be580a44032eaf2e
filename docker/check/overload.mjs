// Three times the load that the stack can carry: it answers what it can and refuses the rest early.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { command, compose, docker, port } from './stack.mjs';

const measuredMs = Number(process.env.OVERLOAD_MS) || 20_000;
const callers = 32;
const connections = 1_024;
const image = 'open-banking-check-h2load';
/** The status that h2load writes for a request without a response. */
const unanswered = -1;

/**
 * Requests of h2load at the gateway, from a container beside it (the port on this machine would be one more program): `{ atMs, status, ms
 * }` each. Every connection waits for its answer; with `perSecond` it sends no more than its part of that, and catches up.
 */
async function requests({ path, headers }, { clients, ms, perSecond }) {
  const network = `${JSON.parse(await compose('config', '--format', 'json')).name}_front`;
  const rate = perSecond ? [`--rps=${(perSecond / clients).toFixed(3)}`] : [];
  const fields = Object.entries({ 'X-Request-ID': crypto.randomUUID(), ...headers }).map(([name, value]) => `--header=${name}: ${value}`);
  const lines = await docker(
    ...['run', '--rm', '--network', network, '--entrypoint', 'sh', image, '-c'],
    'h2load --log-file=/tmp/log "$@" > /tmp/summary && cat /tmp/log || { cat /tmp/summary >&2; exit 1; }',
    ...['h2load', '--h1', '-t1', `-c${clients}`, `-D${ms / 1_000}`, ...rate, ...fields, `http://gateway:${port}${path}`],
  );
  const rows = lines.split('\n').map((line) => line.split('\t').map(Number));
  // Not Math.min(...rows): there are more than arguments may be.
  const began = rows.reduce((first, [at]) => Math.min(first, at), Infinity);
  return rows.map(([at, status, us]) => ({ atMs: (at - began) / 1_000, status, ms: us / 1_000 }));
}

const answeredPerSecond = (answers, fromMs, toMs) =>
  answers.filter(({ atMs, status }) => status === 200 && atMs >= fromMs && atMs < toMs).length / ((toMs - fromMs) / 1_000);

/** Goodput is at least 80 % of the capacity, nothing times out, and ten seconds later everything is answered again. */
export async function overload(kinds) {
  const reads = kinds.filter(({ name }) => name === 'balances');
  await command('docker', ['build', '-q', '-t', image, '-f', 'docker/check/h2load.Dockerfile', 'docker/check']);
  const read = reads[0].next();
  const capacity = answeredPerSecond(await requests(read, { clients: callers, ms: measuredMs / 2 }), 0, measuredMs / 2);
  const answers = await requests(read, { clients: connections, ms: measuredMs, perSecond: 3 * capacity });
  const goodput = answeredPerSecond(answers, 2_000, measuredMs);
  const byStatus = Object.groupBy(answers, ({ status }) => status);
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  const quantile = (part) => Math.round(times[Math.min(times.length - 1, Math.floor(part * times.length))]);
  process.stdout.write(
    `      capacity ${Math.round(capacity)}/s, goodput of ${Math.round(answers.length / (measuredMs / 1_000))}/s ${Math.round(goodput)}/s (${Math.round((100 * goodput) / capacity)} %), ` +
      `${Object.entries(byStatus).map(([status, { length }]) => `${length} × ${status}`)}, p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, slowest ${quantile(1)} ms\n`,
  );
  assert.deepEqual(
    Object.keys(byStatus).filter((status) => !['200', '429', '503'].includes(status)),
    [],
    `neither time-outs nor lost connections (${unanswered} is no answer)`,
  );
  assert.ok(goodput >= 0.8 * capacity);
  await pause(10_000);
  // From the same program: one that takes more processor time would leave less than half of the capacity.
  const after = await requests(read, { clients: callers, ms: 5_000, perSecond: capacity / 2 });
  assert.ok(after.length >= capacity, `${after.length} requests in 5 s`);
  assert.deepEqual(Object.keys(Object.groupBy(after, ({ status }) => status)), ['200'], 'ten seconds later everything is answered');
}
