import type { CancellationFacts } from './approval-facts.js';
import { accountNumber } from './account-number.js';
import { fact, type ShownFacts } from './fact.js';
import { termsOf } from './mandate-facts.js';
import type { Language, Locale } from './locale.js';

/** The mandate as it was given, and what its end means. */
export const cancellationFacts = (facts: CancellationFacts, words: Locale, language: Language): ShownFacts => ({
  lines: [
    ...termsOf(facts, words, language),
    fact(words.mandate.account, accountNumber(facts.account)),
    fact(words.cancellation.effect, words.cancellation.stops),
  ],
});
