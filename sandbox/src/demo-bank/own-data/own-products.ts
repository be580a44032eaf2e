import type { Chance } from '@open-banking/simulators/chance';
import type { Bank, Owners } from '../bank.js';
import { dayOf, instantOf, type Day } from '../calendar.js';
import { Card, cardKinds } from '../card.js';
import type { CardKind, Purchase } from '../card-purchases.js';
import type { CurrentAccount } from '../current-account.js';
import { Loan } from '../loan.js';
import { loanKinds } from '../loan-kinds.js';
import { inMajor } from '../money.js';
import { purchaseOrder } from '../orders.js';
import { Portfolio } from '../portfolio.js';
import { Saving, type SavingsEntry } from '../saving.js';
import { minorOf } from './given-money.js';
import { instrumentOf } from './own-data-faults.js';
import type { GivenCard, GivenCardTransaction, GivenLoan, GivenPortfolio, GivenSaving, GivenSavingEntry } from './own-data.js';

/** A product is of the owners of the account that it belongs to. */
export interface Place {
  readonly bank: Bank;
  readonly owners: Owners;
  readonly account: CurrentAccount;
  readonly chance: Chance;
}

const savingCodes = {
  deposit: { code: 'PMNT-RCDT-BOOK', kind: 'DEPOSIT', text: 'Deposit', fromAccount: true },
  withdrawal: { code: 'PMNT-ICDT-BOOK', kind: 'WITHDRAWAL', text: 'Withdrawal', fromAccount: true },
  interest: { code: 'ACMT-MCOP-INTR', kind: 'INTEREST', text: 'Interest' },
  tax: { code: 'ACMT-MDOP-TAXE', kind: 'TAX', text: 'Tax on interest' },
} as const;

const savingEntry = ({ bookingDate, amount, kind, text }: GivenSavingEntry): SavingsEntry => ({
  ...savingCodes[kind],
  ...(text !== undefined && { text }),
  day: dayOf(bookingDate),
  amount: minorOf(amount),
});

export function ownSaving(given: GivenSaving, { bank, owners, account, chance }: Place): Saving {
  const { name = 'Daily savings', product = 'Daily Savings', interestRate = '1.85', opening = '0' } = given;
  const entries = (given.entries ?? []).map(savingEntry).sort((a, b) => a.day - b.day);
  const start = entries[0]?.day ?? bank.period.first;
  const broughtForward = { day: start, amount: minorOf(opening), code: 'ACMT-MCOP-OTHR', kind: 'OPENING', text: 'Balance brought forward' };
  const all = broughtForward.amount === 0 ? entries : [broughtForward, ...entries];
  return new Saving(bank, owners, account, chance, { kind: { product, name, rate: Number(interestRate) }, start, entries: all });
}

function purchase({ date, bookingDate = date, amount, status, merchant, text }: GivenCardTransaction, last: Day): Purchase {
  const minor = minorOf(amount);
  const day = dayOf(date);
  const facts = {
    amount: inMajor(minor),
    acceptorTransactionAt: instantOf(day, 240),
    cardAcceptorName: merchant?.name,
    cardAcceptorTown: merchant?.town,
    cardAcceptorCountry: merchant?.country,
    merchantCategoryCode: merchant?.categoryCode,
    transactionDetails: text,
    proprietaryBankTransactionCode: minor > 0 ? 'REFUND' : 'PURCHASE',
  };
  // What is booked after the period is pending in it.
  return { day, bookingDay: status === 'pending' ? last + 1 : dayOf(bookingDate), amount: minor, facts, billed: {} };
}

export function ownCard(given: GivenCard, { bank, owners, account, chance }: Place): Card {
  const { name, product, creditLimit, statementDay = 27, debitDay = 10, transactions = [] } = given;
  const usual: CardKind = owners.usage === 'ORGA' ? cardKinds.business : cardKinds.classic;
  const purchases = transactions.map((one) => purchase(one, bank.period.last)).sort((a, b) => a.bookingDay - b.bookingDay || a.day - b.day);
  return new Card(
    bank,
    owners,
    account,
    { ...usual, ...(name !== undefined && { name }), ...(product !== undefined && { product }) },
    chance,
    { statementDay, debitDay, purchases, ...(creditLimit !== undefined && { creditLimit: minorOf(creditLimit) }) },
  );
}

export function ownLoan(given: GivenLoan, { bank, owners, account, chance }: Place): Loan {
  const { kind, amount, interestRate, months, startDate, repaymentMethod: method = 'annuity', unpaidInstalments: unpaid = 0 } = given;
  const track = { name: 'Fixed', amount: minorOf(amount), interestType: 'fixed', rate: Number(interestRate), method, months } as const;
  return new Loan(bank, owners, account, account, loanKinds[kind], 'regular', chance, { start: dayOf(startDate), tracks: [track], unpaid });
}

export function ownPortfolio({ purchases }: GivenPortfolio, number: string, { bank, owners, account, chance }: Place): Portfolio {
  const orders = purchases.map(({ instrument: identification, units, date, price }) => {
    const instrument = instrumentOf(identification)!;
    const day = dayOf(date);
    const paid = price === undefined ? bank.market.price(instrument, day) : minorOf(price) / 100;
    return purchaseOrder({ day, instrument, units: units * 100, price: paid }, chance);
  });
  return new Portfolio(bank, owners, account, chance, { number, orders: orders.sort((a, b) => a.day - b.day) });
}
