import type { Chance } from '@open-banking/simulators/chance';
import { businessDay, dateOf, monthsOf, type Day } from './calendar.js';
import type { CurrentAccount } from './current-account.js';
import { share } from './money.js';
import { domestic } from './party.js';
import { stranger } from './people.js';
import { partners } from './places.js';
import { words, type Language } from './words.js';

const taxOffice = words('Tax Authority', 'רשות המסים');
const vatText = words('VAT', 'מע"מ');
const payText = words('Salary', 'משכורת');
const invoice = words('Invoice', 'חשבונית');
const supply = words('Goods', 'סחורה');
const fee = words('Business account fee', 'עמלת ניהול חשבון עסקי');

/** Two years of a business account: invoices paid, suppliers, salaries, VAT. */
export function trade(account: CurrentAccount, language: Language, chance: Chance): void {
  const staff = Array.from({ length: chance.between(2, 6) }, () => ({
    party: domestic(stranger(chance), language),
    pay: chance.amount(7_500, 16_000),
  }));
  const payroll = staff.reduce((sum, { pay }) => sum + pay, 0);
  const margin = payroll * 2.4;
  for (const [index, month] of monthsOf(account.period).entries()) {
    const period = dateOf(month).slice(0, 7);
    const sales = invoices(account, language, month, margin, chance);
    suppliers(account, language, month, share(sales, 38), chance);
    for (const { party, pay } of staff) {
      account.book({
        day: businessDay(month + 8),
        amount: -pay,
        code: 'PMNT-ICDT-SALA',
        kind: 'PAYROLL',
        text: `${payText[language]} ${period}`,
        party,
        purposeCode: 'SALA',
        endToEndId: `PAY${period}${chance.digits(5)}`,
      });
    }
    if (index % 2 === 0)
      account.book({
        day: businessDay(month + 14),
        amount: -share(sales, 15),
        code: 'PMNT-ICDT-TAXS',
        kind: 'TAX',
        text: `${vatText[language]} ${period}`,
        party: domestic(taxOffice, language),
        purposeCode: 'VATX',
      });
    account.book({ day: businessDay(month + 1), amount: -4_800, code: 'ACMT-MDOP-CHRG', kind: 'FEE', text: fee[language] });
  }
}

function invoices(account: CurrentAccount, language: Language, month: Day, usual: number, chance: Chance): number {
  const count = chance.between(22, 34);
  let sum = 0;
  for (let number = 0; number < count; number += 1) {
    const amount = Math.round((usual / count) * (0.6 + chance.fraction()));
    sum += amount;
    account.book({
      day: businessDay(month + chance.between(0, 27)),
      amount,
      code: 'PMNT-RCDT-DMCT',
      kind: 'CREDIT_TRANSFER',
      text: `${invoice[language]} ${chance.digits(6)}`,
      party: domestic(chance.pick(partners), language),
      endToEndId: `INV${chance.digits(9)}`,
    });
  }
  return sum;
}

function suppliers(account: CurrentAccount, language: Language, month: Day, budget: number, chance: Chance): void {
  const count = chance.between(14, 24);
  for (let number = 0; number < count; number += 1) {
    const amount = -Math.round((budget / count) * (0.5 + chance.fraction()));
    account.book({
      day: businessDay(month + chance.between(0, 27)),
      amount,
      code: 'PMNT-ICDT-DMCT',
      kind: 'TRANSFER',
      text: `${supply[language]} ${chance.digits(6)}`,
      party: domestic(chance.pick(partners), language),
      endToEndId: `E2E${chance.digits(12)}`,
    });
  }
}
