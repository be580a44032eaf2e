import type { ValuesOf } from '@open-banking/config';
import type { settings } from '../settings.js';

/** The values of `settings` that concern clients, injectable: `@Inject(DIRECTORY_SETTINGS)`. */
export const DIRECTORY_SETTINGS = Symbol('ais-pis:directory-settings');
export type DirectorySettings = Pick<ValuesOf<typeof settings>, 'changeOverDays' | 'mostRegistrations' | 'unusedRegistrationDays'>;
