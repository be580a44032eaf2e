import { freshBank } from '@open-banking/testing';
import { modelPlan, randomEvents } from '@open-banking/ais-pis-testing/payment-model/random-events';

/** `npm run campaign -- model` runs 10,000 steps, each time others. A failure prints its seed; MODEL_SEED repeats it. */
const wanted = Number(process.env['MODEL_STEPS'] ?? 600);
const firstSeed = Number(process.env['MODEL_SEED'] ?? ('MODEL_STEPS' in process.env ? Date.now() % 1_000_000_000 : 1));
const longestMs = 3_600_000;

describe('payments under random events', () => {
  const bank = freshBank(['ais-pis'], { PLAN_FILE: modelPlan() });

  it(
    `follow the status transitions after each of ${wanted} steps, and no money is lost or created`,
    async () => {
      const { steps, met } = await randomEvents(bank, wanted, firstSeed);
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
