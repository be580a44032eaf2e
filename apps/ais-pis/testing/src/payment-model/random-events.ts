import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BankWithClock } from '@open-banking/testing';
import fc from 'fast-check';
import { businessCalendar } from '@open-banking/ais-pis-ledger';
import { commands } from './commands.js';
import { Model } from './model.js';
import { balance, proveBooks, Real, rejectBy } from './real.js';

/** A plan file with higher limits than usual, because this test is about payments. */
export function modelPlan(): string {
  const plan = join(mkdtempSync(join(tmpdir(), 'open-banking-model-')), 'plan.json');
  const many = { second: 1_000, minute: 60_000, day: 1_000_000 };
  writeFileSync(plan, JSON.stringify({ classes: { write: many, read: many, hotRead: many } }));
  return plan;
}

/** How many steps were run, and how often each change of a payment's status was met (`RCVD>PATC`). */
export interface RandomEvents {
  readonly steps: number;
  readonly met: ReadonlyMap<string, number>;
}

/** Runs at least so many steps from a seed. Rejects where the bank and the model disagree, or where the books are wrong. */
export async function randomEvents(bank: BankWithClock, wanted: number, firstSeed: number): Promise<RandomEvents> {
  await rejectBy(bank);
  const { rows: restDays } = await bank
    .database('ais-pis')
    .query<{ currency: string; weekday: number }>('select currency, weekday from rest_day');
  const { rows: holidays } = await bank
    .database('ais-pis')
    .query<{ currency: string; day: string }>('select currency, day::text from holiday');
  const calendar = businessCalendar({ restDays, holidays });
  const met = new Map<string, number>();
  let steps = 0;
  for (let seed = firstSeed; steps < wanted; seed += 1) {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (planned) => {
        const real = await Real.begin(bank);
        const model = new Model(calendar, balance);
        model.offsetMs = (await bank.clock()).offsetMs;
        await fc.asyncModelRun(() => ({ model, real }), planned);
        await proveBooks(real, model);
        steps += model.steps;
        for (const { story } of model.payments)
          story.forEach((to, at) => {
            const edge = `${story[at - 1] ?? 'RCVD'}>${to}`;
            met.set(edge, (met.get(edge) ?? 0) + 1);
          });
      }),
      { numRuns: 1, seed, verbose: 1, endOnFailure: process.env['MODEL_SHRINK'] !== '1' },
    );
  }
  return { steps, met };
}
