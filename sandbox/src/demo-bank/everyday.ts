import type { Chance } from '@open-banking/simulators/chance';
import { businessDay, dateOf, monthsLater, monthsOf, type Day } from './calendar.js';
import type { CurrentAccount, Movement } from './current-account.js';
import { share, type Minor } from './money.js';
import { domestic, type Party } from './party.js';
import { stranger } from './people.js';
import { collectors, employers, shops, type Collector } from './places.js';
import { words, type Language, type Words } from './words.js';

/** Income and spending of a private household. Amounts are monthly, in minor units. */
export interface Life {
  readonly language: Language;
  readonly salary: Minor;
  readonly rent: Minor;
  /** Number of people living from this account: more people, more shopping and transfers. */
  readonly people: number;
}

const yearlyRaisePerCent = 3.5;
const salaryText = words('Salary', 'משכורת');
const rentText = words('Rent', 'שכר דירה');
const cashText = words('Cash withdrawal', 'משיכת מזומן');
const feeText = words('Account fee', 'דמי ניהול חשבון');
const allowance = words('National Insurance', 'ביטוח לאומי');
const allowanceText = words('Child allowance', 'קצבת ילדים');
const gifts: readonly Words[] = [
  words('Dinner', 'ארוחת ערב'),
  words('Birthday present', 'מתנת יום הולדת'),
  words('Shared taxi', 'מונית משותפת'),
  words('Football tickets', 'כרטיסים למשחק'),
  words('Holiday flat', 'צימר'),
  words('Thank you', 'תודה'),
  words('Babysitter', 'בייביסיטר'),
];

/** Two years of a private account: income, direct debits and spending. */
export function live(account: CurrentAccount, life: Life, chance: Chance): void {
  const employer = domestic(chance.pick(employers), life.language);
  const landlord = domestic(stranger(chance), life.language);
  const bills = collectors.filter(() => chance.happens(0.85)).map((collector) => billed(collector, life.language, chance));
  const children = life.people > 1 && chance.happens(0.6);
  for (const [index, month] of monthsOf(account.period).entries()) {
    const salary = share(life.salary, 100 + Math.floor(index / 12) * yearlyRaisePerCent) + chance.between(-20_000, 35_000);
    const period = dateOf(month).slice(0, 7);
    account.book({ ...salaryOf(salary, employer, month, period, life), endToEndId: `SAL${period}${chance.digits(6)}` });
    if (children)
      account.book({
        day: businessDay(month + 19),
        amount: 16_900 * 2,
        code: 'PMNT-RCDT-BENE',
        kind: 'ALLOWANCE',
        text: allowanceText[life.language],
        party: domestic(allowance, life.language),
      });
    if (life.rent > 0)
      account.book({
        day: businessDay(month),
        amount: -life.rent,
        code: 'PMNT-ICDT-STDO',
        kind: 'STANDING_ORDER',
        text: rentText[life.language],
        party: landlord,
      });
    for (const bill of bills) bill(account, month, index, chance);
    spend(account, life, month, chance);
    account.book({ day: businessDay(month + 1), amount: -1_250, code: 'ACMT-MDOP-CHRG', kind: 'FEE', text: feeText[life.language] });
  }
}

const salaryOf = (amount: Minor, party: Party, month: Day, period: string, { language }: Life): Movement => ({
  day: businessDay(month + 8),
  amount,
  code: 'PMNT-RCDT-SALA',
  kind: 'SALARY',
  text: `${salaryText[language]} ${period}`,
  party,
  purposeCode: 'SALA',
});

type Bill = (account: CurrentAccount, month: Day, index: number, chance: Chance) => void;

function billed(collector: Collector, language: Language, chance: Chance): Bill {
  const party = domestic(collector.name, language);
  const usual = chance.amount(collector.from, collector.to);
  const mandateId = `M${chance.digits(9)}`;
  const creditorId = `IL${party.iban!.slice(-8)}`;
  return (account, month, index, each) => {
    if (index % collector.months !== 0) return;
    const amount = -share(usual, each.between(88, 112));
    account.book({
      day: businessDay(month + collector.day - 1),
      amount,
      code: 'PMNT-RDDT-PMDD',
      kind: 'DIRECT_DEBIT',
      text: collector.text[language],
      party,
      mandateId,
      creditorId,
    });
  };
}

function spend(account: CurrentAccount, { language, people }: Life, month: Day, chance: Chance): void {
  const length = monthsLater(month, 1) - month;
  const someDay = () => month + chance.between(0, length - 1);
  for (let times = chance.between(5, 8) * people; times > 0; times -= 1) account.book(groceries(someDay(), language, chance));
  for (let times = chance.between(2, 3) * people; times > 0; times -= 1) account.book(cash(someDay(), language, chance));
  for (let times = chance.between(3, 6) * people; times > 0; times -= 1)
    account.book(betweenFriends(businessDay(someDay()), language, chance));
}

const dailyShops = shops.slice(0, 4);

function groceries(day: Day, language: Language, chance: Chance): Movement {
  const shop = chance.pick(dailyShops);
  return {
    day,
    amount: -chance.amount(shop.from, Math.round(shop.to * 0.7)),
    code: 'PMNT-CCRD-POSD',
    kind: 'DEBIT_CARD',
    text: `${shop.name[language]}, ${shop.town}`,
    party: { name: shop.name[language] },
  };
}

const cash = (day: Day, language: Language, chance: Chance): Movement => ({
  day,
  amount: -chance.between(1, 6) * 10_000,
  code: 'PMNT-CCRD-CWDL',
  kind: 'CASH',
  text: cashText[language],
});

function betweenFriends(day: Day, language: Language, chance: Chance): Movement {
  const party = domestic(stranger(chance), language);
  const text = chance.pick(gifts)[language];
  const amount = chance.amount(20, 380);
  if (chance.happens(0.42)) return { day, amount, code: 'PMNT-RRCT-DMCT', kind: 'INSTANT_CREDIT', text, party };
  return { day, amount: -amount, code: 'PMNT-IRCT-DMCT', kind: 'INSTANT_TRANSFER', text, party, endToEndId: `E2E${chance.digits(12)}` };
}
