import type { ValuesOf } from '@open-banking/config';
import type { settings } from '../settings.js';

/** The values of `settings`, injectable: `@Inject(CONSENT_SETTINGS)`. */
export const CONSENT_SETTINGS = Symbol('ais-pis:consent-settings');
export type ConsentSettings = ValuesOf<typeof settings>;
