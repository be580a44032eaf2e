import { freshBank } from '@open-banking/testing';
import { modelPlan, randomEvents } from '@open-banking/ais-pis-testing/payment-model/random-events';

const wanted = 40;
const longestMs = 600_000;

/** A few steps, always the same; payment-model.campaign.spec.ts runs more. */
describe('payments under a few random events', () => {
  const bank = freshBank(['ais-pis'], { PLAN_FILE: modelPlan() });

  it(
    `follow the status transitions after each of ${wanted} steps, and no money is lost or created`,
    async () => {
      const { steps, met } = await randomEvents(bank, wanted, 1);
      expect(steps).toBeGreaterThanOrEqual(wanted);
      expect(met.size).toBeGreaterThan(3);
    },
    longestMs,
  );
});
