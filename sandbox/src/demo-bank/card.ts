import type { Chance } from '@open-banking/simulators/chance';
import type { Bank, Owners } from './bank.js';
import { businessDay, dateOf, firstOfMonth, instantOf, monthsLater, type Day } from './calendar.js';
import { purchases, type CardKind, type Purchase } from './card-purchases.js';
import type { CurrentAccount, Movement } from './current-account.js';
import { inMajor, type Minor } from './money.js';
import { words } from './words.js';

interface Statement {
  readonly number: number;
  readonly from: Day;
  readonly to: Day;
  readonly debitDay: Day;
  readonly closed: boolean;
  readonly purchases: Purchase[];
  debit?: Movement;
}

export const cardKinds = {
  classic: { product: 'Classic Credit', name: 'Classic credit card', prefix: '458099', perDay: 0.52, highest: 1 },
  gold: { product: 'Gold Credit', name: 'Gold credit card', prefix: '532699', perDay: 0.66, highest: 1.4 },
  business: { product: 'Business Credit', name: 'Business credit card', prefix: '552299', perDay: 0.5, highest: 2.2 },
} as const satisfies Record<string, CardKind>;

/** What is given of a card instead of drawn. Purchases stand in the order of their booking days; those after the period are pending. */
export interface CardContract {
  readonly statementDay: number;
  readonly debitDay: number;
  readonly creditLimit?: Minor;
  readonly purchases: readonly Purchase[];
}

const statementText = words('Card statement', 'חיוב כרטיס אשראי');
const company = 'Openbank Cards';

/** A card whose statements are debited from a current account. Created before the account is written, written after it. */
export class Card {
  readonly #cardId: string;
  readonly #maskedPan: string;
  readonly #statementDay: number;
  readonly #debitDay: number;
  readonly #statements: Statement[] = [];
  readonly #pending: Purchase[];

  constructor(
    readonly bank: Bank,
    readonly owners: Owners,
    readonly account: CurrentAccount,
    readonly kind: CardKind,
    chance: Chance,
    private readonly contract?: CardContract,
  ) {
    this.#cardId = chance.uuid();
    this.#maskedPan = `${kind.prefix}******${chance.digits(4)}`;
    const { statementDay, debitDay, purchases: all } = contract ?? this.#drawn(chance);
    this.#statementDay = statementDay;
    this.#debitDay = debitDay;
    this.#pending = all.filter(({ bookingDay }) => bookingDay > bank.period.last);
    for (const purchase of all)
      if (purchase.bookingDay <= bank.period.last) this.#statementOf(purchase.bookingDay).purchases.push(purchase);
    for (const statement of this.#statements) if (statement.closed) this.#debit(statement);
  }

  #drawn(chance: Chance): CardContract {
    const { account, owners, kind, bank } = this;
    const [statementDay, debitDay] = [chance.between(25, 28), chance.pick([2, 10, 15])];
    return { statementDay, debitDay, purchases: purchases(account.facts.currency, owners.language, kind, bank, chance) };
  }

  /** The statement whose period contains the day. Bookings arrive in order of their days. */
  #statementOf(day: Day): Statement {
    const { period } = this.bank;
    const current = this.#statements.at(-1);
    if (current && day <= current.to) return current;
    let to = firstOfMonth(day) + this.#statementDay - 1;
    if (to < day) to = monthsLater(to, 1);
    const debitDay = businessDay(monthsLater(firstOfMonth(to), 1) + this.#debitDay - 1);
    const from = current ? current.to + 1 : period.first;
    const statement: Statement = { number: this.#statements.length + 1, from, to, debitDay, closed: to <= period.last, purchases: [] };
    this.#statements.push(statement);
    return statement;
  }

  #debit(statement: Statement): void {
    const amount = total(statement.purchases);
    const text = `${statementText[this.owners.language]} ${this.#maskedPan.slice(-4)} ${dateOf(statement.to).slice(0, 7)}`;
    const movement: Movement = {
      day: statement.debitDay,
      amount,
      code: 'PMNT-CCRD-OTHR',
      kind: 'CARD_STATEMENT',
      text,
      party: { name: company },
    };
    if (this.account.book(movement)) statement.debit = movement;
  }

  write(): void {
    const { bank, owners, account, kind } = this;
    const cardId = this.#cardId;
    const { currency, accountId, iban } = account.facts;
    bank.lines.write('cards', 'card', {
      cardId,
      maskedPan: this.#maskedPan,
      currency,
      ownerName: owners.name,
      name: kind.name,
      product: kind.product,
      status: 'enabled',
      usage: owners.usage,
      details: `Debited on day ${this.#debitDay} of each month.`,
      creditLimit: inMajor(this.contract?.creditLimit ?? this.#creditLimit()),
      statementDay: this.#statementDay,
      debitDay: this.#debitDay,
      debitedAccountId: accountId,
      debitedIban: iban,
    });
    bank.hold(owners, { service: 'cards', kind: 'card', resourceId: cardId, currency, reference: { maskedPan: this.#maskedPan } });
    for (const statement of this.#statements) this.#writeStatement(statement);
    for (const purchase of this.#pending) {
      bank.lines.write('cards', 'cardPendingTransaction', {
        cardId,
        transactionDate: dateOf(purchase.day),
        entryReference: bank.lines.reference('cards'),
        transactionId: bank.lines.transactionId('cards'),
        ...purchase.facts,
      });
    }
    this.#writeBalance();
  }

  #writeStatement(statement: Statement): void {
    const { lines } = this.bank;
    const cardId = this.#cardId;
    const { number, closed, debit } = statement;
    if (closed) {
      lines.write('cards', 'statement', {
        cardId,
        number,
        periodFrom: dateOf(statement.from),
        periodTo: dateOf(statement.to),
        debitDate: dateOf(statement.debitDay),
        currency: this.account.facts.currency,
        total: inMajor(total(statement.purchases)),
        debited: debit !== undefined,
        entryReference: debit?.reference,
      });
    }
    for (const purchase of statement.purchases) {
      lines.write('cards', 'cardTransaction', {
        cardId,
        bookingDate: dateOf(purchase.bookingDay),
        entryReference: lines.reference('cards'),
        transactionId: lines.transactionId('cards'),
        transactionDate: dateOf(purchase.day),
        valueDate: dateOf(statement.debitDay),
        ...purchase.facts,
        ...purchase.billed,
        statementNumber: closed ? number : undefined,
      });
    }
  }

  #writeBalance(): void {
    const { period, lines } = this.bank;
    const open = this.#statements.filter(({ closed }) => !closed);
    const waiting = this.#statements.filter(({ closed, debit }) => closed && debit === undefined);
    const next = waiting[0] ?? open[0] ?? this.#statementOf(period.until);
    const lastBooked = this.#statements.flatMap((statement) => statement.purchases).at(-1)?.bookingDay;
    lines.write('cards', 'cardBalance', {
      cardId: this.#cardId,
      invoiced: inMajor(statementTotal(waiting)),
      notInvoiced: inMajor(statementTotal(open)),
      pending: inMajor(total(this.#pending)),
      nextDebitDate: dateOf(next.debitDay),
      lastBookingDate: lastBooked === undefined ? undefined : dateOf(lastBooked),
      changedAt: instantOf(period.last, 880),
    });
  }

  /** Twice the highest statement, rounded up to thousands, so that use never exceeds it. */
  #creditLimit(): Minor {
    const highest = Math.max(0, ...this.#statements.map((statement) => -total(statement.purchases)));
    return Math.max(5, Math.ceil((highest * 2.4) / 100_000)) * 100_000;
  }
}

const total = (list: readonly Purchase[]): Minor => list.reduce((sum, { amount }) => sum + amount, 0);
const statementTotal = (statements: readonly Statement[]): Minor =>
  statements.reduce((sum, statement) => sum + total(statement.purchases), 0);
