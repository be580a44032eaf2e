// Kills, stops, pauses and cuts off containers one after the other under load, and writes what clients saw to docs/fault-table.md.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from './load.mjs';
import { judge, startPaying } from './payers.mjs';
import { followed } from './standby.mjs';
import { containersOf, docker, url, within } from './stack.mjs';

const stormMs = (Number(process.env.STORM_MINUTES) || 10) * 60_000;
const perSecond = Number(process.env.LOAD_PER_SECOND) || 50;
const heldMs = 5_000;
const calmMs = 5_000;
const longestMs = 120_000;

const networks = ['open-banking-check_front', 'open-banking-check_back'];
const joined = async (id) =>
  Object.keys(JSON.parse(await docker('inspect', '-f', '{{json .NetworkSettings.Networks}}', id))).filter((name) =>
    networks.includes(name),
  );

/** Each does its harm for some seconds and mends it. */
const faults = {
  killed: async (id) => {
    await docker('kill', id);
    await pause(heldMs);
    await docker('start', id);
  },
  stopped: async (id) => {
    await docker('stop', id);
    await pause(heldMs);
    await docker('start', id);
  },
  paused: async (id) => {
    await docker('pause', id);
    await pause(heldMs);
    await docker('unpause', id);
  },
  'cut off from its networks': async (id, service) => {
    const cut = await joined(id);
    for (const network of cut) await docker('network', 'disconnect', network, id);
    await pause(heldMs);
    for (const network of cut) await docker('network', 'connect', '--alias', service, network, id);
  },
};
/** The gateway's port on the host would not come back with its network. */
const suits = (service, fault) => service !== 'gateway' || fault !== 'cut off from its networks';

/** Fails clients within the last `ms`. */
const failing = ({ answers, began }, ms) => answers.some(({ failed, at }) => failed && at > performance.now() - began - ms);

/** Injects one fault, waits until clients are answered again, and says what they saw. */
async function injected(kinds, service, name) {
  const [id] = await containersOf(service);
  const load = startLoad(url, kinds, perSecond);
  await pause(2_000);
  await faults[name](id, service);
  const mended = performance.now();
  do await pause(500);
  while (performance.now() - mended < longestMs && (performance.now() - mended < calmMs || failing(load, calmMs)));
  const seen = { service, fault: name, ...(await load.stop()) };
  await within(longestMs, async () => assert.equal(await docker('inspect', '-f', '{{.State.Health.Status}}', id), 'healthy'));
  // The next fault would otherwise meet a standby that is still catching up with the last one.
  await within(longestMs, followed);
  process.stdout.write(`      ${service} ${name}: ${JSON.stringify(seen)}\n`);
  return seen;
}

/** Every kind of fault once, and then again until the time is over; then what the payers have done is judged. */
export async function storm(kinds) {
  const paying = await startPaying();
  const ends = performance.now() + stormMs;
  const all = ['ais-pis', 'cards', 'valkey', 'gateway', 'postgres', 'standby'].flatMap((service) =>
    Object.keys(faults)
      .filter((fault) => suits(service, fault))
      .map((fault) => [service, fault]),
  );
  const seen = [];
  for (let at = 0; at < all.length || performance.now() < ends; at += 1) seen.push(await injected(kinds, ...all[at % all.length]));
  const made = await paying.stop();
  await judge(made);
  writeFileSync(new URL('../../docs/fault-table.md', import.meta.url), table(seen, made));
}

/** How often what came instead of an answer: a status, or an error of the connection. */
function listed(byReason) {
  const counts = {};
  for (const [reason, times] of Object.entries(byReason)) {
    const what = reason.split(' ').at(-1);
    counts[what] = (counts[what] ?? 0) + times;
  }
  const all = Object.entries(counts).map(([what, times]) => `${times} × ${what}`);
  return all.join(', ') || 'none';
}

function table(rows, { paid, retries }) {
  const lines = rows.map(
    ({ service, fault, sent, failed, byReason, failingMs, slowest }) =>
      `| one \`${service}\` is ${fault} | ${failed} of ${sent} | ${listed(byReason)} | ${(failingMs / 1_000).toFixed(1)} s | ${(slowest / 1_000).toFixed(1)} s |`,
  );
  return [
    '# What clients see of faults',
    '',
    `Written by the storm of \`npm run check -- compose\` from its run: ${perSecond} requests a second (reads of every service with the customer present, payments, token requests), sent once each, while one container after the other is harmed for ${heldMs / 1_000} s. Meanwhile three payers created, approved and repeated payments until they knew the outcome. All ${paid.length} payments exist once, were executed and debited once, with ${retries} repetitions; \`ledger check\` and \`audit verify\` found no error.`,
    '',
    '| Fault | Failed | How | From the first failure to the last | Slowest answer |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
