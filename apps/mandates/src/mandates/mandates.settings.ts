import { integer, type ValuesOf } from '@open-banking/config';

/** What the mandates service is told besides what every service and issuer is. */
export const settings = {
  firstApprovalMinutes: integer('How many minutes a mandate waits for its first approval, and a cancellation for its answer.', {
    default: 30,
    min: 1,
    max: 10_080,
  }),
  secondApprovalDays: integer('How many days a mandate waits for the approval of a second owner.', { default: 7, min: 1, max: 90 }),
  mostOpenMandates: integer('How many mandates one client may have waiting for an approval; one more is answered 429.', {
    default: 10_000,
    min: 1,
    max: 1_000_000,
  }),
};

/** The values of `settings`, injectable: `@Inject(MANDATE_SETTINGS)`. */
export const MANDATE_SETTINGS = Symbol('mandates:settings');
export type MandateSettings = ValuesOf<typeof settings>;
