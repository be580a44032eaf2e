import { utcText, utcTime, type Html } from '@open-banking/pages';

/** A point in time as developers read it, to the minute: `2026-11-23 18:51 UTC`. */
export const instantText = (at: Date | string): string => `${utcText(at, 'minute')} UTC`;
export const utcMinute = (at: Date | string): Html => utcTime(at, 'minute', ' UTC');
