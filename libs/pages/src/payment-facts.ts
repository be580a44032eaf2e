import { Money } from '@open-banking/messages';
import type { PaymentFacts } from './approval-facts.js';
import { accountNumber } from './account-number.js';
import { fact, type ShownFacts } from './fact.js';
import { html, type Html } from './html.js';
import { money } from './displayed-money.js';
import { bidiIsolate, longDate, type Language, type Locale } from './locale.js';

/** How much to whom first: it is what the approval code is bound to (RTS art. 5). */
export const paymentFacts = (facts: PaymentFacts, { payment, approval }: Locale, language: Language): ShownFacts => ({
  lines: [
    fact(payment.amount, html`<b class="sum">${money(facts.amount, language)}</b>`),
    fact(payment.creditor, html`<bdi>${facts.creditorName}</bdi>`, accountNumber(facts.creditorAccount)),
    ...holderOf(facts, payment),
    ...(facts.remittance === undefined ? [] : [fact(payment.remittance, html`<bdi>${facts.remittance}</bdi>`)]),
    fact(payment.date, longDate(facts.executionDate, language), whenOf(facts, payment, language)),
    fact(payment.product, payment.products[facts.product as keyof Locale['payment']['products']] ?? facts.product),
    fact(approval.fees, Money.parse(facts.fee).isZero ? approval.noFees : money(facts.fee, language)),
  ],
  ...warningOf(facts, payment),
  accounts: { legend: facts.choose === 'one' ? payment.choose : payment.account, explains: payment.explains },
});

const whenOf = ({ dated, asked }: PaymentFacts, words: Locale['payment'], language: Language): string =>
  asked !== undefined ? words.after(longDate(asked, language)) : dated ? words.dated : words.soon;

/** Whether the creditor's account belongs to who is named. It is part of what is approved. */
function holderOf({ creditorNameMatch, matchedCreditorName = '' }: PaymentFacts, { verification }: Locale['payment']): Html[] {
  if (creditorNameMatch === undefined) return [];
  const says = creditorNameMatch === 'CMTC' ? verification.CMTC(bidiIsolate(matchedCreditorName)) : verification[creditorNameMatch];
  return [fact(verification.label, says)];
}

function warningOf(
  { creditorNameMatch, matchedCreditorName = '', approved }: PaymentFacts,
  { verification: { warnings } }: Locale['payment'],
): Pick<ShownFacts, 'warning'> {
  if (creditorNameMatch === undefined || creditorNameMatch === 'MTCH' || approved) return {};
  if (creditorNameMatch === 'CMTC') return { warning: { kind: 'note', says: warnings.CMTC(bidiIsolate(matchedCreditorName)) } };
  return { warning: { kind: creditorNameMatch === 'NMTC' ? 'alert' : 'note', says: warnings[creditorNameMatch] } };
}
