import { setTimeout as pause } from 'node:timers/promises';
import { clearingInternal } from '@open-banking/spec';
import { Chance } from '@open-banking/simulators/chance';
import { addClient } from '@open-banking/sandbox/third-party';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import { accountsByOutcome } from '@open-banking/sandbox/payer';
import type { SupervisedProcess, Fault, InjectedFault } from './supervised-process.js';
import type { ClockPauses } from './chaos-clock.js';
import { Round, type ActivityCounts } from './round.js';
import type { ChaosBank } from './chaos-bank.js';
import { countUnfinished, checkConsistency, type ConsistencyReport } from './consistency-report.js';

export interface ChaosOptions {
  /** The run ends when this many payments are acknowledged … */
  readonly payments: number;
  /** … or when this time is up and each kind of action was done; on a busy machine at the latest after up to eight times as long. */
  readonly seconds: number;
  readonly payers: number;
  /** Which process is disturbed when and how is drawn from it, so that it can be so again. */
  readonly seed: string;
  /** How long payments may take to become final after the last restart; a minute by default. */
  readonly finalMs?: number;
  /** Every four to nine seconds by default. A run of a few seconds ends only after two moves, so its clock moves more often. */
  readonly clockPauses?: ClockPauses;
}

export interface ChaosReport extends ConsistencyReport {
  readonly activity: ActivityCounts & { readonly clockMoves: number };
  readonly retries: number;
  /** Number of faults by process, such as `ais-pis 1`, and by kind. */
  readonly faults: Readonly<Record<string, Readonly<Partial<Record<Fault, number>>>>>;
  /** Time from the last restart until every acknowledged payment was final. */
  readonly settledAfterMs: number;
}

/**
 * Makes payments, repeated requests, cancellations, collections and refunds while every one to two seconds a process is
 * killed, hung or stopped and the clock moves. Then restarts everything and checks the data.
 */
export async function runChaos(
  bank: ChaosBank,
  { payments, seconds, payers, seed, finalMs = 60_000, clockPauses }: ChaosOptions,
): Promise<ChaosReport> {
  const before = faultCounts(bank.processes);
  const parties = await Promise.all(
    Array.from({ length: payers }, (_, at) =>
      addClient(bank.operator, { name: `Chaos ${at}`, roles: ['PSP_PI'], redirectUri: 'http://127.0.0.1/back' }),
    ),
  );
  if (!bank.reference) await addClearingRules(bank);
  const round = new Round(bank, parties, clockPauses);
  await round.start();
  const began = performance.now();
  const isOver = (): boolean => {
    const elapsed = (performance.now() - began) / (seconds * 1_000);
    return elapsed > 8 || (elapsed > 1 && round.activity.payments > 3 && round.activity.collections > 1 && round.clock.moves > 1);
  };
  const stopped = new AbortController();
  const disturbances = [injectFaults(bank, new Chance(seed), stopped.signal), round.clock.keepMoving(stopped.signal)];
  await round.run(() => round.paid.length >= payments || isOver());
  stopped.abort();
  await Promise.all(disturbances);
  await bank.recovered();
  // All dated payments are due within four days.
  await round.clock.settle('P4D');
  const settledAfterMs = await waitUntilFinal(bank, round, finalMs);
  return {
    activity: { ...round.activity, clockMoves: round.clock.moves },
    retries: round.retryPolicy.retries,
    settledAfterMs,
    faults: difference(faultCounts(bank.processes), before),
    ...(await checkConsistency(bank, round)),
  };
}

/** Makes the sandbox's clearing reject payments to one account and return payments to another. Newer rules take precedence, so each round may add them again. */
async function addClearingRules(bank: ChaosBank): Promise<void> {
  for (const answer of ['rejected', 'returned'] as const) {
    for (const creditor of Object.values(accountsByOutcome[answer])) {
      expectSuccess(
        'clearing rule',
        await internalCall(bank.operator, 'ais-pis', clearingInternal.addClearingRule, { answer, creditor, reason: 'AC04', after: 'PT1S' }),
      );
    }
  }
}

/** Waits until every acknowledged payment is final, at most a minute, and returns how long that took. */
async function waitUntilFinal(bank: ChaosBank, round: Round, finalMs: number): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < finalMs && (await countUnfinished(bank, round)) > 0) await pause(250);
  return Math.round(performance.now() - began);
}

const hangMs = [500, 5_000] as const;
const faultsFor = (bank: ChaosBank, process: SupervisedProcess): readonly InjectedFault[] =>
  bank.servers.includes(process) ? ['kill', 'hang', 'abort'] : ['kill', 'kill', 'hang', 'stop'];

/** Injects a fault into a random process, including the database, every one to two seconds. At most two processes are down at once, so slower starts mean fewer faults. */
async function injectFaults(bank: ChaosBank, chance: Chance, signal: AbortSignal): Promise<void> {
  const recoveries: Promise<void>[] = [];
  while (!signal.aborted) {
    const running = bank.processes.filter(({ isRunning: alive }) => alive);
    if (bank.processes.length - running.length < 2) {
      const process = running[chance.between(0, running.length - 1)]!;
      const kinds = faultsFor(bank, process);
      recoveries.push(process.inject(kinds[chance.between(0, kinds.length - 1)]!, chance.between(...hangMs)));
    }
    await pause(chance.between(1_000, 2_000), undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(recoveries);
}

type FaultCounts = Readonly<Record<string, Readonly<Partial<Record<Fault, number>>>>>;
const faultCounts = (processes: readonly SupervisedProcess[]): FaultCounts =>
  Object.fromEntries(processes.map(({ name, faults }) => [name, Object.fromEntries(faults)]));
const difference = (after: FaultCounts, before: FaultCounts): FaultCounts =>
  Object.fromEntries(
    Object.entries(after).map(([name, kinds]) => [
      name,
      Object.fromEntries(Object.entries(kinds).map(([kind, times]) => [kind, times - (before[name]?.[kind as Fault] ?? 0)])),
    ]),
  );
