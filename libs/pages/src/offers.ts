import type { ApprovalView, Offer, OfferBalance } from './approval-facts.js';
import { accountNumber } from './account-number.js';
import { accountName } from './locales/account-names.js';
import type { ShownFacts } from './fact.js';
import { money } from './displayed-money.js';
import { html, type Html } from './html.js';
import type { Language, Locale } from './locale.js';

/** The accounts it is about: as they stand, to be ticked, or one of them to be chosen. */
export function offersOf(
  { facts: { offers, choose, unavailable, second, more }, balances = {} }: ApprovalView,
  { legend, explains }: NonNullable<ShownFacts['accounts']>,
  chosen: readonly string[] | undefined,
  words: Locale,
  language: Language,
): Html {
  const besidesOf = ({ key, rule }: Offer): Html =>
    html`${rule === 'both' && !isLast && html`<em>${words.approval.both}</em>`}${balances[key] !== undefined && balanceOf(balances[key], words, language)}`;
  const kinds = [...new Set(offers.map(({ kind }) => kind))];
  const input = choose === 'none' || unavailable.length > 0 ? undefined : choose === 'one' ? 'radio' : 'checkbox';
  // After the approval of the last owner, no further approval is needed.
  const isLast = second && !more;
  return html`<fieldset aria-describedby="accounts-note">
<legend>${legend}</legend>
<p class="soft" id="accounts-note">${explains}</p>
${input === 'checkbox' && offers.length > 1 && html`<p><button class="link small" form="aside" name="step" value="select-all">${words.approval.selectAll}</button></p>`}
${kinds.map(
  (kind) =>
    html`${kinds.length > 1 && html`<p class="kind">${words.kinds[kind as keyof Locale['kinds']] ?? kind}</p>`}
<ul class="accounts">${offers.filter((offer) => offer.kind === kind).map((offer) => html`<li>${offerHtml(offer, besidesOf(offer), language, input, offers.length === 1 && input === 'radio' ? true : (chosen?.includes(offer.key) ?? false))}</li>`)}</ul>`,
)}
</fieldset>`;
}

const balanceOf = ({ booked, available }: OfferBalance, { approval }: Locale, language: Language): Html =>
  html`<small>${approval.booked}: ${money(booked, language)} · ${approval.available}: ${money(available, language)}</small>`;

/** Browsers send a form only if one of its radio buttons is chosen; they cannot require one of several boxes. */
function offerHtml(offer: Offer, besides: Html, language: Language, input: 'radio' | 'checkbox' | undefined, ticked: boolean): Html {
  const said = html`<span><b><bdi>${accountName(offer.name, language)}</bdi></b>${accountNumber(offer.number)}${besides}</span><span class="currency">${offer.currency}</span>`;
  return input
    ? html`<label class="account"><input type="${input}" name="account" value="${offer.key}" ${input === 'radio' && html`required`} ${ticked && html`checked`}>${said}</label>`
    : html`<div class="account">${said}</div>`;
}
