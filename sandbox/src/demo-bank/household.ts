import type { Chance } from '@open-banking/simulators/chance';
import { liveAbroad } from './abroad.js';
import type { Bank, Owners } from './bank.js';
import { monthsLater } from './calendar.js';
import { Card, cardKinds } from './card.js';
import type { CardKind } from './card-purchases.js';
import { CurrentAccount, type Currency } from './current-account.js';
import { live } from './everyday.js';
import { Loan, type Payment } from './loan.js';
import { writeLoan } from './loan-files.js';
import { loanKinds, type LoanKind } from './loan-kinds.js';
import { incomeOf, writeBranchAccount, writeLoanServices } from './loan-service-files.js';
import type { Minor } from './money.js';
import { Portfolio } from './portfolio.js';
import { Saving } from './saving.js';
import { trade } from './trade.js';
import { words } from './words.js';

interface Product {
  readonly name: string;
  readonly product: string;
  readonly overdraft: number;
  readonly details: string;
}

const products: Readonly<Record<string, Product>> = {
  private: { name: 'Current account', product: 'Current Account', overdraft: 10_000, details: 'Salary account with a credit line.' },
  joint: { name: 'Joint account', product: 'Family Current Account', overdraft: 20_000, details: 'Either owner may act alone.' },
  business: { name: 'Business account', product: 'Business Current Account', overdraft: 100_000, details: 'Two owners act together.' },
  euro: { name: 'Euro account', product: 'Euro Current Account', overdraft: 0, details: 'Kept at the Frankfurt branch.' },
};

const displayNames = [words('Everyday', 'יומיומי'), words('Home', 'הבית'), words('Bills', 'חשבונות'), words('Travel', 'טיולים')] as const;

/** All products of the same owners. All movements are collected first, then everything is written. */
export class Household {
  readonly #branch: string;
  readonly #accounts: CurrentAccount[] = [];
  readonly #cards: Card[] = [];
  readonly #savings: Saving[] = [];
  readonly #loans: Loan[] = [];
  readonly #portfolios: Portfolio[] = [];
  readonly main: CurrentAccount;

  constructor(
    readonly bank: Bank,
    readonly owners: Owners,
    readonly chance: Chance,
    kind: 'private' | 'joint' | 'business',
    status: 'enabled' | 'blocked' = 'enabled',
  ) {
    this.#branch = bank.branch(chance);
    this.main = this.#account('ILS', products[kind]!, status);
  }

  #account(currency: Currency, { name, product, overdraft, details }: Product, status: 'enabled' | 'blocked' = 'enabled'): CurrentAccount {
    const { bank, owners, chance } = this;
    const account = new CurrentAccount(
      {
        accountId: chance.uuid(),
        ...bank.accountNumbers(currency, this.#branch),
        currency,
        ownerName: owners.name,
        ...(owners.latinName !== undefined && { ownerLatinName: owners.latinName }),
        name,
        ...(chance.happens(0.3) ? { displayName: chance.pick(displayNames)[owners.language] } : {}),
        product,
        status,
        usage: owners.usage,
        details,
        openedOn: monthsLater(bank.period.first, -chance.between(1, 160)),
        overdraft: overdraft * 100,
      },
      bank.period,
    );
    this.#accounts.push(account);
    return account;
  }

  lives({ salary, rent, people }: { salary: Minor; rent: Minor; people: number }): this {
    live(this.main, { language: this.owners.language, salary, rent, people }, this.chance);
    return this;
  }

  trades(): this {
    trade(this.main, this.owners.language, this.chance);
    return this;
  }

  withEuros(scale = 1): CurrentAccount {
    const euro = this.#account('EUR', products['euro']!);
    liveAbroad(euro, this.main, this.bank.market, this.chance, scale);
    return euro;
  }

  withCard(kind: CardKind = cardKinds.classic, account = this.main): this {
    this.#cards.push(new Card(this.bank, this.owners, account, kind, this.chance));
    return this;
  }

  withSaving(account = this.main): this {
    this.#savings.push(new Saving(this.bank, this.owners, account, this.chance));
    return this;
  }

  withLoan(kind: LoanKind = loanKinds.consumer, payment: Payment = 'regular', account = this.main): this {
    this.#loans.push(new Loan(this.bank, this.owners, this.main, account, kind, payment, this.chance));
    return this;
  }

  withSecurities(account = this.main): this {
    this.#portfolios.push(new Portfolio(this.bank, this.owners, account, this.chance));
    return this;
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

  #writeAccount(account: CurrentAccount): void {
    const { bank, owners, chance } = this;
    const { accountId, currency, iban, branchNumber, accountNumber } = account.facts;
    account.write(bank.lines, chance.between(5, 90) * 10_000);
    const isBranchAccount = branchNumber !== undefined && accountNumber !== undefined;
    const numbers = isBranchAccount ? { branchNumber, accountNumber } : {};
    bank.hold(
      owners,
      { service: 'ais-pis', kind: 'account', resourceId: accountId, currency, reference: { iban }, ...numbers },
      isBranchAccount ? ['loan-services'] : [],
    );
    if (!isBranchAccount) return;
    const otherDebtService = chance.happens(0.25) ? chance.amount(200, 1_600) : 0;
    writeBranchAccount({ facts: account.facts, monthlyIncome: incomeOf(account, owners.usage), otherDebtService }, owners, bank);
  }
}
