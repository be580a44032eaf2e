import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { clearingInternal } from '@open-banking/spec';
import { addClient } from '../third-party/add-client.js';
import { succeeded } from '../third-party/exchange.js';
import { internalCall } from '../third-party/internal-call.js';
import { abroad } from './orders.js';
import type { Reviving, Trouble } from './reviving.js';
import { Round, type Deeds } from './round.js';
import type { TroubledBank } from './troubled-bank.js';
import { unfinishedOf, verdictOf, type Verdict } from './verdict.js';

export interface Storm {
  /** Ends when so many payments are acknowledged … */
  readonly payments: number;
  /** … or when the time is up and something of each kind was done; a busy machine gets three times as long for that. */
  readonly seconds: number;
  readonly payers: number;
}

export interface Weather extends Verdict {
  readonly deeds: Deeds & { readonly clockMoves: number };
  readonly retries: number;
  /** By part, such as `ais-pis 1`, and by what happened to it. */
  readonly troubles: Readonly<Record<string, Readonly<Partial<Record<Trouble, number>>>>>;
  /** From the last restart until every acknowledged payment was final. */
  readonly settledAfterMs: number;
}

const finalMs = 60_000;

/**
 * Payments, copies of them, cancellations, collections and refunds are made while every one to two seconds something is
 * killed, hung or stopped, and the clock moves. Then all comes back, and is judged.
 */
export async function storm(bank: TroubledBank, { payments, seconds, payers }: Storm): Promise<Weather> {
  const before = troublesOf(bank.parts);
  const parties = await Promise.all(
    Array.from({ length: payers }, (_, at) =>
      addClient(bank.operator, { name: `Storm ${at}`, roles: ['PSP_PI'], redirectUri: 'http://127.0.0.1/back' }),
    ),
  );
  await clearingRules(bank);
  const round = new Round(bank, parties);
  await round.begin();
  const began = performance.now();
  const isOver = (): boolean => {
    const elapsed = (performance.now() - began) / (seconds * 1_000);
    return elapsed > 3 || (elapsed > 1 && round.deeds.payments > 3 && round.deeds.collections > 1 && round.time.moves > 1);
  };
  const calm = new AbortController();
  const outside = [troubleAtRandom(bank, calm.signal), round.time.keepMoving(calm.signal)];
  await round.work(() => round.paid.length >= payments || isOver());
  calm.abort();
  await Promise.all(outside);
  await bank.whole();
  // Whatever was dated is due within four days.
  await round.time.settle('P4D');
  const settledAfterMs = await settled(bank, round);
  return {
    deeds: { ...round.deeds, clockMoves: round.time.moves },
    retries: round.insistence.retries,
    settledAfterMs,
    troubles: difference(troublesOf(bank.parts), before),
    ...(await verdictOf(bank, round)),
  };
}

/** The sandbox's clearing rejects what goes to one account and returns what goes to another; newer rules count first, so each round may say so again. */
async function clearingRules(bank: TroubledBank): Promise<void> {
  for (const answer of ['rejected', 'returned'] as const) {
    for (const creditor of Object.values(abroad[answer])) {
      succeeded(
        'clearing rule',
        await internalCall(bank.operator, 'ais-pis', clearingInternal.addClearingRule, { answer, creditor, reason: 'AC04', after: 'PT1S' }),
      );
    }
  }
}

/** How long the bank takes, once it is whole, to bring all it has acknowledged to an end; at most a minute. */
async function settled(bank: TroubledBank, round: Round): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < finalMs && (await unfinishedOf(bank, round)) > 0) await pause(250);
  return Math.round(performance.now() - began);
}

const hangMs = [500, 5_000] as const;
const troublesFor = (bank: TroubledBank, part: Reviving): readonly Trouble[] =>
  part === bank.server ? ['kill', 'hang', 'abort'] : ['kill', 'kill', 'hang', 'stop'];

/** Anything, the database too, each one to two seconds. No more than two are away at once: where starting takes longer, there is less trouble. */
async function troubleAtRandom(bank: TroubledBank, signal: AbortSignal): Promise<void> {
  const revivals: Promise<void>[] = [];
  while (!signal.aborted) {
    const living = bank.parts.filter(({ alive }) => alive);
    if (bank.parts.length - living.length < 2) {
      const part = living[randomInt(living.length)]!;
      const kinds = troublesFor(bank, part);
      revivals.push(part.meet(kinds[randomInt(kinds.length)]!, randomInt(...hangMs)));
    }
    await pause(randomInt(1_000, 2_000), undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(revivals);
}

type Troubles = Readonly<Record<string, Readonly<Partial<Record<Trouble, number>>>>>;
const troublesOf = (parts: readonly Reviving[]): Troubles =>
  Object.fromEntries(parts.map(({ name, troubles }) => [name, Object.fromEntries(troubles)]));
const difference = (after: Troubles, before: Troubles): Troubles =>
  Object.fromEntries(
    Object.entries(after).map(([name, kinds]) => [
      name,
      Object.fromEntries(Object.entries(kinds).map(([kind, times]) => [kind, times - (before[name]?.[kind as Trouble] ?? 0)])),
    ]),
  );
