import { isLatinName } from '@open-banking/messages';
import type { Chance } from '@open-banking/simulators/chance';
import type { Bank, Owners } from '../bank.js';
import { dayOf, monthsLater, type Day } from '../calendar.js';
import type { Card } from '../card.js';
import { CurrentAccount, type Movement } from '../current-account.js';
import { alone, together, type Owner } from '../customers.js';
import { writeLoan } from '../loan-files.js';
import { incomeOf, writeBranchAccount, writeLoanServices } from '../loan-service-files.js';
import { inMajor, type Minor } from '../money.js';
import { codeOf } from './entry-kinds.js';
import { minorOf } from './given-money.js';
import { ownCard, ownLoan, ownPortfolio, ownSaving, type Place } from './own-products.js';
import type { GivenAccount, GivenEntry, OwnData, OwnDataFault } from './own-data.js';

/** Long enough for every rule of the bank about how long somebody has been a customer. */
const customerForMonths = -60;

interface OwnAccount extends Place {
  readonly opening: Minor;
}

/** The accounts and products that a developer has given of a customer. All movements are collected first, then everything is written. */
export class OwnHousehold {
  readonly #accounts: readonly OwnAccount[];
  readonly #savings;
  readonly #cards: readonly Card[];
  readonly #loans;
  readonly #portfolios;

  /** `number`: of the data set, from which the numbers of securities accounts follow. */
  constructor(
    private readonly bank: Bank,
    private readonly people: readonly Owner[],
    private readonly chance: Chance,
    data: OwnData,
    number: number,
  ) {
    const place = ({ account = 0 }: { readonly account?: number }): Place => this.#accounts[account]!;
    this.#accounts = data.accounts.map((given) => this.#account(given));
    this.#savings = (data.savings ?? []).map((given) => ownSaving(given, place(given)));
    this.#loans = (data.loans ?? []).map((given) => ownLoan(given, place(given)));
    this.#cards = (data.cards ?? []).map((given) => ownCard(given, place(given)));
    this.#portfolios = (data.securities ?? []).map((given, at) =>
      ownPortfolio(given, `SE${String(number * 10 + at).padStart(8, '0')}`, place(given)),
    );
  }

  /** Accounts that would be beyond their overdraft, and savings accounts below zero. A bank lets neither come about. */
  faults(): OwnDataFault[] {
    const beyond = this.#accounts.flatMap(({ account, opening }, at) => {
      const available = account.available(opening);
      if (available >= 0) return [];
      const overdraft = account.facts.overdraft;
      const text = `The account would end at ${inMajor(available - overdraft)}, pending debits included, below its overdraft of ${inMajor(overdraft)}. Give it a higher "opening" or "overdraft". Cards, savings, loans and securities are paid from it, too.`;
      return [{ path: `/accounts/${at}`, text }];
    });
    const below = this.#savings.flatMap((saving, at) =>
      saving.booked >= 0
        ? []
        : [{ path: `/savings/${at}`, text: `The savings account would end at ${inMajor(saving.booked)}: give it a higher "opening".` }],
    );
    return [...beyond, ...below];
  }

  /** Writes accounts first, because a card statement names the entry that paid it. */
  write(): void {
    for (const account of this.#accounts) this.#writeAccount(account);
    for (const saving of this.#savings) saving.write();
    for (const loan of this.#loans) {
      writeLoan(loan);
      writeLoanServices(loan);
    }
    for (const card of this.#cards) card.write();
    for (const portfolio of this.#portfolios) portfolio.write();
  }

  #account(given: GivenAccount): OwnAccount {
    const { bank, chance } = this;
    const { opening = '0', entries = [] } = given;
    const owners = this.#owners(given);
    const numbers = bank.accountNumbers(given.currency ?? 'ILS', bank.branch(chance));
    const account = new CurrentAccount({ accountId: chance.uuid(), ...numbers, ...accountFacts(given, owners, bank) }, bank.period);
    for (const entry of entries) account.enter(movement(entry, bank.period.until), entry.status ?? 'booked');
    return { bank, owners, account, chance, opening: minorOf(opening) };
  }

  #owners({ owners = 'first', usage = 'private', ownerName }: GivenAccount): Owners {
    const [first, second] = this.people;
    const of = owners === 'first' ? alone(first!) : owners === 'second' ? alone(second!) : together([first!, second!]);
    const { latinName: _, ...rest } = of;
    return {
      ...rest,
      ...(ownerName === undefined ? latinNameOf(of) : { name: ownerName }),
      rule: owners === 'both' ? 'both' : 'any',
      usage: usage === 'business' ? 'ORGA' : 'PRIV',
    };
  }

  #writeAccount({ account, owners, bank, opening }: OwnAccount): void {
    const { accountId, currency, iban, branchNumber, accountNumber } = account.facts;
    account.writeAsEntered(bank.lines, opening);
    const isBranchAccount = branchNumber !== undefined && accountNumber !== undefined;
    const numbers = isBranchAccount ? { branchNumber, accountNumber } : {};
    bank.hold(
      owners,
      { service: 'ais-pis', kind: 'account', resourceId: accountId, currency, reference: { iban }, ...numbers },
      isBranchAccount ? ['loan-services'] : [],
    );
    if (!isBranchAccount) return;
    writeBranchAccount({ facts: account.facts, monthlyIncome: incomeOf(account, owners.usage), otherDebtService: 0 }, owners, bank);
  }
}

/** Two long names together may be longer than SEPA carries. */
const latinNameOf = ({ latinName }: Owners): Pick<Owners, 'latinName'> =>
  latinName !== undefined && isLatinName(latinName) ? { latinName } : {};

function accountFacts(given: GivenAccount, { name: ownerName, latinName, usage }: Owners, { period }: Bank) {
  const { currency = 'ILS', overdraft = '0', status = 'enabled' } = given;
  const { name = currency === 'EUR' ? 'Euro account' : 'Current account' } = given;
  const { product = usage === 'ORGA' ? 'Business Current Account' : 'Current Account' } = given;
  return {
    currency,
    ownerName,
    ...(latinName !== undefined && { ownerLatinName: latinName }),
    name,
    product,
    status,
    usage,
    openedOn: Math.min(period.first, monthsLater(period.until, customerForMonths)),
    overdraft: minorOf(overdraft),
  };
}

function movement(entry: GivenEntry, until: Day): Movement {
  const { bookingDate, valueDate, text = '', kind = 'transfer', counterparty, endToEndId, mandateId, creditorId } = entry;
  const amount = minorOf(entry.amount);
  const [code, proprietary] = codeOf(kind, amount);
  const valueDay = valueDate === undefined ? undefined : dayOf(valueDate);
  return {
    day: bookingDate === undefined ? until : dayOf(bookingDate),
    ...(valueDay !== undefined && { valueDay }),
    amount,
    code,
    kind: proprietary,
    text,
    ...(counterparty && { party: counterparty }),
    ...(endToEndId !== undefined && { endToEndId }),
    ...(mandateId !== undefined && { mandateId }),
    ...(creditorId !== undefined && { creditorId }),
  };
}

/** The first day that anything given names: the books of the customer begin on it. */
export function firstDay({ accounts, savings = [], cards = [], loans = [], securities = [] }: OwnData, until: Day): Day {
  const days = [
    ...[...accounts, ...savings].flatMap(({ entries = [] }) => entries.flatMap(({ bookingDate }) => bookingDate ?? [])),
    ...cards.flatMap(({ transactions = [] }) => transactions.flatMap(({ date, bookingDate }) => [date, bookingDate ?? date])),
    ...loans.map(({ startDate }) => startDate),
    ...securities.flatMap(({ purchases }) => purchases.map(({ date }) => date)),
  ];
  return days.reduce((first, day) => Math.min(first, dayOf(day)), until - 1);
}
