import type { Chance } from '@open-banking/simulators/chance';
import { businessDay, dateOf, monthsOf, type Day } from './calendar.js';
import type { CurrentAccount } from './current-account.js';
import type { Market } from './market.js';
import { rateText, type Minor } from './money.js';
import { european, type Party } from './party.js';
import { europeanPartners } from './places.js';

/** Two years of a euro account: payments from and to Europe, and occasional exchanges with the shekel account. */
export function liveAbroad(euro: CurrentAccount, shekel: CurrentAccount, market: Market, chance: Chance, scale = 1): void {
  const payer = european(chance.pick(europeanPartners));
  const subscription = european({ name: 'Spree Hosting AG', country: 'DE' });
  const mandateId = `EU${chance.digits(10)}`;
  for (const month of monthsOf(euro.period)) {
    const endToEndId = `INV${chance.digits(8)}`;
    euro.book({
      day: businessDay(month + 4),
      amount: scale * chance.amount(900, 1_800),
      code: 'PMNT-RCDT-ESCT',
      kind: 'SEPA_CREDIT',
      text: `Invoice ${dateOf(month).slice(0, 7)}`,
      party: payer,
      endToEndId,
    });
    euro.book({
      day: businessDay(month + 13),
      amount: -chance.amount(19, 49),
      code: 'PMNT-RDDT-ESDD',
      kind: 'SEPA_DIRECT_DEBIT',
      text: 'Hosting',
      party: subscription,
      mandateId,
      creditorId: 'DE98ZZZ09999999999',
    });
    for (let times = chance.between(2, 5) * scale; times > 0; times -= 1) {
      const party = european(chance.pick(europeanPartners));
      euro.book({
        day: businessDay(month + chance.between(0, 27)),
        amount: -chance.amount(25, 260),
        code: 'PMNT-ICDT-ESCT',
        kind: 'SEPA_TRANSFER',
        text: `Order ${chance.digits(6)}`,
        party,
        endToEndId: `E2E${chance.digits(12)}`,
      });
    }
    if (chance.happens(0.4)) exchange(euro, shekel, market, businessDay(month + chance.between(8, 24)), chance.between(3, 9) * 10_000);
  }
}

/** Sells euros for shekels: one entry on each account, at the day's rate. */
function exchange(euro: CurrentAccount, shekel: CurrentAccount, market: Market, day: Day, amount: Minor): void {
  const rate = market.rate('EUR', 'ILS', day);
  const quoted = {
    sourceCurrency: 'EUR',
    exchangeRate: rateText(rate),
    unitCurrency: 'EUR',
    targetCurrency: 'ILS',
    quotationDate: dateOf(day),
  };
  const movement = { day, code: 'FORX-SPOT-OTHR', kind: 'EXCHANGE', exchange: quoted };
  euro.book({ ...movement, amount: -amount, text: 'Sale of EUR', party: self(shekel) });
  shekel.book({ ...movement, amount: Math.round(amount * rate), text: 'Sale of EUR', party: self(euro) });
}

const self = ({ facts }: CurrentAccount): Party => ({ name: facts.ownerName, iban: facts.iban, bic: facts.bic });
