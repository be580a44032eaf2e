// Three times the load that the stack can carry: it answers what it can and refuses the rest early.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { capacityOf, startLoad, summary } from './load.mjs';
import { url } from './stack.mjs';

const measuredMs = Number(process.env.OVERLOAD_MS) || 20_000;
const callers = 32;

const perSecond = (answers, fromMs, toMs) =>
  answers.filter(({ at, failed }) => !failed && at >= fromMs && at < toMs).length / ((toMs - fromMs) / 1_000);

/** Goodput is at least 80 % of the capacity, nothing times out, and ten seconds later everything is answered again. */
export async function overload(kinds) {
  const reads = kinds.filter(({ name }) => name === 'balances');
  const capacity = await capacityOf(url, reads[0], callers, measuredMs / 2);
  const load = startLoad(url, reads, 3 * capacity);
  await pause(measuredMs);
  const { byReason, p50, p99, slowest } = await load.stop();
  const goodput = perSecond(load.answers, 2_000, measuredMs);
  process.stdout.write(
    `      capacity ${Math.round(capacity)}/s, goodput at three times as much ${Math.round(goodput)}/s (${Math.round((100 * goodput) / capacity)} %), ` +
      `refused ${JSON.stringify(byReason)}, p50 ${p50} ms, p99 ${p99} ms, slowest ${slowest} ms\n`,
  );
  assert.deepEqual(
    Object.keys(byReason).filter((reason) => !/ (503|429)$/.test(reason)),
    [],
    'neither time-outs nor lost connections',
  );
  assert.ok(goodput >= 0.8 * capacity);
  await pause(10_000);
  const after = startLoad(url, reads, capacity / 2);
  await pause(5_000);
  await after.stop();
  assert.equal(summary(after.answers).failed, 0, JSON.stringify(summary(after.answers).byReason));
}
