import type { ApprovalFacts } from './approval-facts.js';
import { cancellationFacts } from './cancellation-facts.js';
import { consentFacts } from './consent-facts.js';
import type { ShownFacts } from './fact.js';
import { mandateFacts } from './mandate-facts.js';
import { paymentFacts } from './payment-facts.js';
import type { Language, Locale } from './locale.js';

export function shownFacts(facts: ApprovalFacts, words: Locale, language: Language): ShownFacts {
  switch (facts.kind) {
    case 'consent':
      return consentFacts(facts, words, language);
    case 'payment':
      return paymentFacts(facts, words, language);
    case 'mandate':
      return mandateFacts(facts, words, language);
    case 'cancellation':
      return cancellationFacts(facts, words, language);
  }
}
