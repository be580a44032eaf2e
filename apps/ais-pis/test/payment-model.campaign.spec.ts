import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownBank, patience } from '@open-banking/testing';
import fc from 'fast-check';
import { businessCalendar } from '../src/calendar/business-day.js';
import { commands } from './payment-model/commands.js';
import { Model } from './payment-model/model.js';
import { balance, proveBooks, Real, rejectBy } from './payment-model/real.js';

/** `npm run model` runs 10,000 steps, each time others. A failure prints its seed; MODEL_SEED repeats it. */
const wanted = Number(process.env['MODEL_STEPS'] ?? 600);
const firstSeed = Number(process.env['MODEL_SEED'] ?? ('MODEL_STEPS' in process.env ? Date.now() % 1_000_000_000 : 1));
const longestMs = 3_600_000;

// Higher limits than usual, because this test is about payments.
const plan = join(mkdtempSync(join(tmpdir(), 'open-banking-model-')), 'plan.json');
writeFileSync(
  plan,
  JSON.stringify({
    classes: {
      write: { second: 1_000, minute: 60_000, day: 1_000_000 },
      read: { second: 1_000, minute: 60_000, day: 1_000_000 },
      hotRead: { second: 1_000, minute: 60_000, day: 1_000_000 },
    },
  }),
);

describe('payments under random events', () => {
  const bank = ownBank(['ais-pis'], { PLAN_FILE: plan, ...patience });

  it(
    `follow the status transitions after each of ${wanted} steps, and no money is lost or created`,
    async () => {
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
      process.stdout.write(
        `payments: ${steps} steps from seed ${firstSeed}; edges met: ${[...met]
          .sort()
          .map(([edge, times]) => `${edge} ${times}`)
          .join(', ')}\n`,
      );
      expect(steps).toBeGreaterThanOrEqual(wanted);
    },
    longestMs,
  );
});
