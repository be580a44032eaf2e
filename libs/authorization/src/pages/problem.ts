import type { Problem } from '../interaction/sent-codes.js';
import { clockTime, localeOf, type Language } from './words.js';

/** Why a page is shown again, in words. */
export function problemOf({ notice, lockedUntil }: Problem, language: Language, timeZone: string): string {
  const { notices } = localeOf(language);
  return notice === 'locked' ? notices.locked(clockTime(lockedUntil!, language, timeZone)) : notices[notice];
}
