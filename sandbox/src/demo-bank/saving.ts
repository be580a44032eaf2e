import type { Chance } from '@open-banking/simulators/chance';
import type { Bank, Owners } from './bank.js';
import { businessDay, dateOf, instantOf, monthsLater, monthsOf, type Day } from './calendar.js';
import type { CurrentAccount, Movement } from './current-account.js';
import { euroIban, israeliIban } from './iban.js';
import { inMajor, share, type Minor } from './money.js';
import { words } from './words.js';

export interface SavingsEntry {
  readonly day: Day;
  readonly amount: Minor;
  readonly code: string;
  readonly kind: string;
  readonly text: string;
  readonly fromAccount?: true;
}

export interface SavingsKind {
  readonly product: string;
  readonly name: string;
  readonly rate: number;
  readonly months?: number;
  readonly index?: string;
}

const kinds: readonly SavingsKind[] = [
  { product: 'Daily Savings', name: 'Daily savings', rate: 1.85 },
  { product: 'Fixed Savings 3Y', name: 'Three-year savings', rate: 3.1, months: 36 },
  { product: 'Prime Savings', name: 'Savings linked to prime', rate: 3.4, months: 60, index: 'prime' },
];

/** What is given of a savings account instead of drawn: its entries, of which those `fromAccount` are on the current account, too. */
export interface SavingContract {
  readonly kind: SavingsKind;
  readonly start: Day;
  readonly entries: readonly SavingsEntry[];
}

const taxPerCent = 25;
const higherRateFrom = '50000.00';
const higherRate = 0.35;
const depositText = words('Standing deposit', 'הפקדה קבועה');
const withdrawalText = words('Withdrawal from savings', 'משיכה מחיסכון');
const interestText = words('Interest', 'ריבית');
const taxText = words('Tax on interest', 'מס על ריבית');

/** A savings account: deposits from the current account, quarterly interest net of tax, occasional withdrawals. */
export class Saving {
  readonly #entries: SavingsEntry[] = [];
  readonly #pending: SavingsEntry[] = [];
  readonly #kind: SavingsKind;
  readonly #id: string;
  readonly #start: Day;

  constructor(
    readonly bank: Bank,
    readonly owners: Owners,
    readonly account: CurrentAccount,
    chance: Chance,
    contract?: SavingContract,
  ) {
    this.#kind = contract?.kind ?? chance.pick(kinds);
    this.#id = chance.uuid();
    this.#start = contract?.start ?? monthsLater(bank.period.first, chance.between(-10, 10));
    if (contract) this.#take(contract.entries);
    else this.#draw(chance);
  }

  #take(entries: readonly SavingsEntry[]): void {
    this.#entries.push(...entries);
    for (const entry of entries)
      if (entry.fromAccount) this.account.enter(this.#counterpart(entry.day, entry.amount, entry.text), 'booked');
  }

  #draw(chance: Chance): void {
    const { bank, owners } = this;
    const { first } = bank.period;
    const opened = Math.max(this.#start, first);
    const opening = chance.between(20, 260) * 10_000;
    if (this.#start < first)
      this.#entries.push({ day: first, amount: opening, code: 'ACMT-MCOP-OTHR', kind: 'OPENING', text: 'Balance brought forward' });
    else this.#move(businessDay(opened), opening, depositText[owners.language]);
    this.#live(businessDay(opened), opening, chance.between(2, 12) * 10_000, chance);
  }

  #live(opened: Day, opening: Minor, deposit: Minor, chance: Chance): void {
    let balance = opening;
    for (const [index, month] of monthsOf(this.bank.period).entries()) {
      const day = businessDay(month + 9);
      if (day <= opened) continue;
      if (this.#move(day, deposit, depositText[this.owners.language])) balance += deposit;
      if (index % 3 === 2) balance += this.#interest(businessDay(month + 26), share(balance, this.#kind.rate / 4));
      if (
        this.#kind.months === undefined &&
        chance.happens(0.05) &&
        this.#move(businessDay(month + 17), -share(balance, 20), withdrawalText[this.owners.language])
      )
        balance -= share(balance, 20);
    }
  }

  /** A transfer between savings and current account: one entry on each. */
  #move(day: Day, amount: Minor, text: string): boolean {
    const { account, bank } = this;
    if (amount < 0 && day > bank.period.last) return false;
    const booked = account.book(this.#counterpart(day, amount, text));
    const entry: SavingsEntry = {
      day,
      amount,
      code: amount > 0 ? 'PMNT-RCDT-BOOK' : 'PMNT-ICDT-BOOK',
      kind: amount > 0 ? 'DEPOSIT' : 'WITHDRAWAL',
      text,
      fromAccount: true,
    };
    if (booked) this.#entries.push(entry);
    else if (amount > 0 && day > bank.period.last && day <= bank.period.last + 3) this.#pending.push(entry);
    return booked;
  }

  /** What is on the current account when so much comes into the savings account, or leaves it. */
  #counterpart(day: Day, amount: Minor, text: string): Movement {
    const party = { name: this.owners.name, iban: this.#iban() };
    return { day, amount: -amount, code: amount > 0 ? 'PMNT-ICDT-BOOK' : 'PMNT-RCDT-BOOK', kind: 'SAVINGS', text, party };
  }

  #interest(day: Day, interest: Minor): Minor {
    if (day > this.bank.period.last || interest <= 0) return 0;
    const tax = share(interest, taxPerCent);
    const { language } = this.owners;
    this.#entries.push({ day, amount: interest, code: 'ACMT-MCOP-INTR', kind: 'INTEREST', text: interestText[language] });
    if (tax > 0) this.#entries.push({ day, amount: -tax, code: 'ACMT-MDOP-TAXE', kind: 'TAX', text: taxText[language] });
    return interest - tax;
  }

  #number = '';
  #iban(): string {
    this.#number ||= this.bank.accountNumber();
    const { currency, branchNumber } = this.account.facts;
    return currency === 'EUR' ? euroIban(this.#number) : israeliIban(branchNumber!, this.#number);
  }

  get booked(): Minor {
    return this.#entries.reduce((sum, { amount }) => sum + amount, 0);
  }

  write(): void {
    const { bank, owners, account } = this;
    const accountId = this.#id;
    const iban = this.#iban();
    const { currency } = account.facts;
    const kind = this.#kind;
    this.#entries.sort((a, b) => a.day - b.day);
    const { booked } = this;
    const end = kind.months === undefined ? undefined : monthsLater(this.#start, kind.months);
    const available = end === undefined ? bank.period.until : Math.min(end, yearlyExit(this.#start, bank.period.until));
    const lastBookingDay = this.#entries.at(-1)?.day ?? bank.period.first;
    bank.lines.write('savings-loans', 'savingsAccount', {
      accountId,
      iban,
      currency,
      ownerName: owners.name,
      name: kind.name,
      product: kind.product,
      cashAccountType: 'SVGS',
      status: 'enabled',
      usage: owners.usage,
      details: kind.months === undefined ? 'Money can be taken any day.' : 'Money can be taken once a year without loss of interest.',
      linkedAccounts: account.facts.iban,
      interest: interestOf(kind, currency, this.#start),
      contractStartDate: dateOf(this.#start),
      contractEndDate: end === undefined ? undefined : dateOf(end),
      contractAvailabilityDate: dateOf(available),
      booked: inMajor(booked),
      incoming: inMajor(this.#pending.reduce((sum, { amount }) => sum + amount, 0)),
      lastBookingDate: dateOf(lastBookingDay),
      changedAt: instantOf(lastBookingDay, 899),
    });
    bank.hold(owners, { service: 'savings-loans', kind: 'saving', resourceId: accountId, currency, reference: { iban } });
    this.#writeEntries(accountId);
  }

  #writeEntries(accountId: string): void {
    const { lines, period } = this.bank;
    let balance = 0;
    for (const entry of this.#entries) {
      balance += entry.amount;
      lines.write('savings-loans', 'savingsEntry', {
        accountId,
        bookingDate: dateOf(entry.day),
        entryReference: lines.reference('savings-loans'),
        transactionId: lines.transactionId('savings-loans'),
        valueDate: dateOf(entry.day),
        ...this.#described(entry),
        balanceAfter: inMajor(balance),
      });
    }
    for (const entry of this.#pending) {
      lines.write('savings-loans', 'savingsPendingEntry', {
        accountId,
        entryDate: dateOf(period.last),
        entryReference: lines.reference('savings-loans'),
        transactionId: lines.transactionId('savings-loans'),
        valueDate: dateOf(entry.day),
        ...this.#described(entry),
      });
    }
  }

  #described({ amount, code, kind, text, fromAccount }: SavingsEntry): object {
    const account = { iban: this.account.facts.iban };
    const name = this.account.facts.ownerName;
    const other =
      fromAccount === undefined
        ? {}
        : amount > 0
          ? { debtorName: name, debtorAccount: account }
          : { creditorName: name, creditorAccount: account };
    return {
      amount: inMajor(amount),
      ...other,
      remittanceUnstructured: text,
      bankTransactionCode: code,
      proprietaryBankTransactionCode: kind,
    };
  }
}

/** The next anniversary of the contract. */
function yearlyExit(start: Day, today: Day): Day {
  let day = start;
  for (let years = 1; day <= today; years += 1) day = monthsLater(start, years * 12);
  return day;
}

function interestOf(kind: SavingsKind, currency: string, start: Day): object[] {
  const indices = kind.index === undefined ? undefined : [{ index: 'other', additionalInformation: 'Prime rate of the Bank of Israel' }];
  const upTo = { currency, amount: higherRateFrom };
  return [
    {
      type: indices ? 'INDE' : 'FIXD',
      relatedIndices: indices,
      rate: [
        { percentage: String(kind.rate), toAmount: upTo },
        { percentage: (kind.rate + higherRate).toFixed(2), fromAmount: upTo },
      ],
      fromDateTime: `${dateOf(start)}T00:00:00Z`,
      changeMechanism: indices ? 'Follows the prime rate on the day it changes.' : undefined,
    },
  ];
}
