import type { ValuesOf } from '@open-banking/config';
import type { settings } from '../settings.js';

/** The values of `settings`, injectable: `@Inject(PAYMENT_SETTINGS)`. */
export const PAYMENT_SETTINGS = Symbol('ais-pis:payment-settings');
export type PaymentSettings = Pick<ValuesOf<typeof settings>, 'firstApprovalMinutes' | 'secondApprovalDays' | 'mostOpenPayments'>;
