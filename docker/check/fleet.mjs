// What an operator does to a running bank, and what kills a replica, under 50 requests a second.
import assert from 'node:assert/strict';
import { services } from '@open-banking/spec';
import { startLoad, summaryText } from './load.mjs';
import { command, compose, containersOf, docker, url, within } from './stack.mjs';

const perSecond = Number(process.env.LOAD_PER_SECOND) || 50;
const minRequests = Number(process.env.LOAD_LEAST) || 3_000;

/** Runs `work` under load for at least `least` requests and returns what clients saw. */
export async function under(kinds, work, least = minRequests) {
  const load = startLoad(url, kinds, perSecond);
  try {
    await load.reached(perSecond);
    await work();
    await load.reached(least);
  } finally {
    const seen = await load.stop();
    process.stdout.write(`      ${summaryText(seen)}\n`);
    load.seen = seen;
  }
  return load.seen;
}

export const noneFailed = ({ failed, byReason }) => assert.equal(failed, 0, JSON.stringify(byReason));
const roll = (more, ...which) => command('docker/rolling-restart.sh', which, more);

/** Changed settings reach every replica, one at a time; `up` then has nothing to replace. */
export async function rollingRestart(kinds) {
  const before = await Promise.all(services.map(containersOf));
  const changed = { LOG_LEVEL: 'warn' };
  noneFailed(await under(kinds, () => roll(changed)));
  const after = await Promise.all(services.map(containersOf));
  for (const [at, service] of services.entries()) {
    assert.equal(after[at].length, before[at].length, service);
    assert.ok(!after[at].some((id) => before[at].includes(id)), service);
  }
  await command('docker', ['compose', 'up', '-d', '--wait'], changed);
  assert.deepEqual(await Promise.all(services.map(containersOf)), after);
}

/** A new image reaches a service the same way. */
export async function newImage(kinds) {
  const [one] = await containersOf('cards');
  const image = await docker('inspect', '-f', '{{.Config.Image}}', one);
  const own = await docker('image', 'inspect', '-f', '{{.Id}}', image);
  const container = await docker('create', image);
  await docker('commit', '--change', 'LABEL check=new', container, image);
  await docker('rm', container);
  try {
    noneFailed(await under(kinds, () => roll({}, 'cards')));
    const images = await Promise.all((await containersOf('cards')).map((id) => docker('inspect', '-f', '{{.Image}}', id)));
    assert.ok(!images.includes(own), images.join(' '));
  } finally {
    await docker('tag', own, image);
  }
}

/** HAProxy reads its files again while requests come in. */
export async function gatewayReload(kinds) {
  noneFailed(
    await under(kinds, async () => {
      for (let times = 0; times < 3; times += 1) {
        await compose('kill', '-s', 'USR2', 'gateway');
        await new Promise((resolve) => setTimeout(resolve, 5_000));
      }
    }),
  );
}

/** SIGKILL of one replica of each service: at most one request each that had arrived there is not answered. */
export async function killed(kinds) {
  const seen = await under(kinds, async () => {
    for (const service of services) {
      const [one] = await containersOf(service);
      await docker('kill', one);
      await docker('start', one);
      await within(120_000, async () => assert.equal(await docker('inspect', '-f', '{{.State.Health.Status}}', one), 'healthy'));
    }
  });
  assert.ok(seen.failed <= services.length, JSON.stringify(seen.byReason));
}
