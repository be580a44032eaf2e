import { zonedTime, localeOf, type Language } from './locale.js';

/** Why a sign-in at the bank's OpenID provider has not signed the customer in. */
export const loginProblems = ['refused', 'incomplete', 'unavailable', 'unconfirmed', 'old', 'weak', 'unknown', 'locked', 'stale'] as const;
export type LoginProblem = (typeof loginProblems)[number];

/** The one that an address of ours names; a sign-in that fails leads back to its page with it. */
export const loginNoticeOf = (named: unknown): `login-${LoginProblem}` | undefined => {
  const problem = loginProblems.find((one) => one === named);
  return problem && `login-${problem}`;
};

/** Why a page is shown again. */
export type Notice =
  | 'wrong-password'
  | 'locked'
  | 'wrong-code'
  | 'dead-code'
  | 'changed'
  | 'choose'
  | 'choose-one'
  | 'no-more-codes'
  | 'app-waits'
  | 'app-expired'
  | 'app-asked-out'
  | `login-${LoginProblem}`;
export interface Problem {
  readonly notice: Notice;
  readonly lockedUntil?: Date;
}

/** Whether it is shown at the field of the approval code, and not above the page. */
export const isOfCode = ({ notice }: Problem): boolean => notice === 'wrong-code' || notice === 'dead-code';

/** The same in words. */
export function problemOf({ notice, lockedUntil }: Problem, language: Language, timeZone: string): string {
  const { notices } = localeOf(language);
  return notice === 'locked' ? notices.locked(zonedTime(lockedUntil!, language, timeZone)) : notices[notice];
}
