import { cutText } from '@open-banking/messages';
import { bestMatch, type MatchResult } from './name-match.js';

/** Party name match codes of openFinance PIS 2.3: match, close match, no match, not applicable. */
export const nameMatchCodes = ['MTCH', 'CMTC', 'NMTC', 'NOAP'] as const;
export type NameMatchCode = (typeof nameMatchCodes)[number];

/** What a check of a creditor's name found. */
export interface PayeeCheck {
  readonly creditorNameMatch: NameMatchCode;
  /** The real name, of a close match alone. */
  readonly matchedCreditorName?: string;
}

/** With whether somebody was asked: what could not be asked now may be asked again. */
export interface CheckedPayee extends PayeeCheck {
  readonly answered: boolean;
}

/** The account cannot be asked about. */
export const notPossible: CheckedPayee = { creditorNameMatch: 'NOAP', answered: true };
/** Nobody was asked, or answered: who asked had asked too often, or the creditor's bank is silent. To a client the two look the same. */
export const notAnswered: CheckedPayee = { creditorNameMatch: 'NOAP', answered: false };

const codes: Readonly<Record<MatchResult, NameMatchCode>> = { MATCH: 'MTCH', CLOSE: 'CMTC', NO_MATCH: 'NMTC', NOT_POSSIBLE: 'NOAP' };

/** As long as the standard lets a name be. */
export const longestName = 140;

/** What the names of an account's owners say about the one given. */
export function checkOf(given: string, names: readonly string[]): CheckedPayee {
  const { result, name } = bestMatch(given, names);
  const creditorNameMatch = codes[result];
  return { creditorNameMatch, answered: true, ...(result === 'CLOSE' && { matchedCreditorName: cutText(name!, longestName) }) };
}
