import type { ConsentFacts } from './approval-facts.js';
import { fact, type ShownFacts } from './fact.js';
import { html } from './html.js';
import { longDate, type Language, type Locale } from './locale.js';

/** The facts of a consent: permissions, end, frequency, accounts. */
export const consentFacts = (facts: ConsentFacts, { consent, approval }: Locale, language: Language): ShownFacts => ({
  lines: [
    fact(consent.what, html`<ul>${facts.rights.map((right) => html`<li>${consent.rights[right]}</li>`)}</ul>`, consent.changes),
    fact(consent.until, longDate(facts.validUntil, language), consent.withdraw),
    fact(consent.often, facts.recurring ? consent.times(facts.frequencyPerDay) : consent.once),
    fact(approval.fees, approval.noFees),
  ],
  accounts: { legend: consent.accounts[facts.access], explains: consent.explains[facts.access] },
});
