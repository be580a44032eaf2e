import type { CancellationFacts, MandateFacts } from './approval-facts.js';
import { fact, type ShownFacts } from './fact.js';
import { html, type Html } from './html.js';
import { accountNumber } from './account-number.js';
import { money } from './displayed-money.js';
import { longDate, type Language, type Locale } from './locale.js';

/** The facts of a mandate: creditor, amount, frequency, time and account. */
export const mandateFacts = (facts: MandateFacts, words: Locale, language: Language): ShownFacts => ({
  lines: [...termsOf(facts, words, language), fact(words.approval.fees, words.approval.noFees)],
  accounts: { legend: facts.choose === 'one' ? words.mandate.choose : words.mandate.account, explains: words.mandate.explains },
});

/** The terms of a mandate, which are the same when it is given and when it is cancelled. */
export const termsOf = (facts: MandateFacts | CancellationFacts, { mandate }: Locale, language: Language): Html[] => [
  fact(mandate.creditor, html`<bdi>${facts.creditorName}</bdi>`, html`<bdi dir="ltr">${facts.creditorId}</bdi>`),
  ...(facts.creditorAccount === undefined ? [] : [fact(mandate.creditorAccount, accountNumber(facts.creditorAccount))]),
  fact(mandate.number, html`<bdi dir="ltr">${facts.mandateId}</bdi>`),
  fact(mandate.amount, amountOf(facts, mandate, language)),
  fact(mandate.often, mandate.frequency[facts.frequency]),
  fact(mandate.from, longDate(facts.from, language)),
  fact(mandate.until, facts.until === undefined ? mandate.endless : longDate(facts.until, language)),
];

function amountOf({ amount, maximum }: MandateFacts | CancellationFacts, words: Locale['mandate'], language: Language): Html | string {
  if (amount) return html`${money(amount, language)} ${words.fixed}`;
  return maximum ? html`${words.most} ${money(maximum, language)} ${words.fixed}` : words.open;
}
