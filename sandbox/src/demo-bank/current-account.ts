import { dateOf, instantOf, type Day, type Period } from './calendar.js';
import type { LoadLines } from './load-lines.js';
import { inMajor, type Minor } from './money.js';
import type { Party } from './party.js';

export type Currency = 'ILS' | 'EUR';

/** A movement on a current account. `reference` is set once the account is written. */
export interface Movement {
  readonly day: Day;
  readonly amount: Minor;
  /** Where it differs from `day`. */
  readonly valueDay?: Day;
  /** ISO 20022 bank transaction code, and the bank's own. */
  readonly code: string;
  readonly kind: string;
  readonly text: string;
  readonly party?: Partial<Party>;
  readonly mandateId?: string;
  readonly creditorId?: string;
  readonly endToEndId?: string;
  readonly purposeCode?: string;
  readonly exchange?: object;
  reference?: string;
}

export interface CurrentAccountFacts {
  readonly accountId: string;
  readonly iban: string;
  readonly bic: string;
  readonly branchNumber?: string;
  readonly accountNumber?: string;
  readonly currency: Currency;
  readonly ownerName: string;
  readonly ownerLatinName?: string;
  readonly name: string;
  readonly displayName?: string;
  readonly product: string;
  readonly status: 'enabled' | 'blocked';
  readonly usage: 'PRIV' | 'ORGA';
  readonly details?: string;
  readonly openedOn: Day;
  readonly overdraft: Minor;
}

/** How many days ahead the bank knows of a movement, by kind: orders are announced, purchases are authorised the day before. */
const knownDaysAhead: Readonly<Record<string, number>> = {
  STANDING_ORDER: 3,
  DIRECT_DEBIT: 3,
  SEPA_DIRECT_DEBIT: 3,
  CARD_STATEMENT: 3,
  LOAN_INSTALMENT: 3,
  SAVINGS: 3,
  SECURITIES: 3,
  SALARY: 2,
  PAYROLL: 2,
  DEBIT_CARD: 1,
};

/** Collects the movements of one account in any order and writes them once, in booking order. */
export class CurrentAccount {
  readonly #movements: Movement[] = [];
  readonly #pending: Movement[] = [];

  constructor(
    readonly facts: CurrentAccountFacts,
    readonly period: Period,
  ) {}

  /** True if the movement is booked within the period. Movements in the next days are pending, later ones unknown. */
  book(movement: Movement): boolean {
    const { first, last } = this.period;
    if (movement.amount === 0 || movement.day < first || movement.day > last + (knownDaysAhead[movement.kind] ?? 0)) return false;
    (movement.day > last ? this.#pending : this.#movements).push(movement);
    return movement.day <= last;
  }

  /** Takes a movement as it is given, whatever its day and kind. */
  enter(movement: Movement, status: 'booked' | 'pending'): void {
    (status === 'booked' ? this.#movements : this.#pending).push(movement);
  }

  /** What is left to pay from: the booked balance and the overdraft, less the pending debits. */
  available(opening: Minor): Minor {
    return opening + this.facts.overdraft + this.#sum() - this.#reserved();
  }

  /** The average monthly income from salaries and similar credits. */
  monthlyIncome(kinds: readonly string[], months: number): Minor {
    const credits = this.#movements.filter(
      ({ kind, amount, day }) => amount > 0 && kinds.includes(kind) && day > this.period.last - months * 30.5,
    );
    return Math.round(credits.reduce((sum, { amount }) => sum + amount, 0) / months);
  }

  /** Writes account, balance and entries. `atLeast` is the minimum balance at the start of the history. */
  write(lines: LoadLines, atLeast: Minor): void {
    this.#movements.sort((a, b) => a.day - b.day || b.amount - a.amount);
    const { overdraft } = this.facts;
    const opening = Math.max(atLeast, Math.ceil((-this.#lowest() - overdraft) / 100_000) * 100_000 + atLeast);
    this.#movements.unshift(broughtForward(this.period.first, opening));
    this.#writeAll(lines);
  }

  /** Writes account, balance and entries as they were entered: those of a day in the order in which they came. `opening` goes before them. */
  writeAsEntered(lines: LoadLines, opening: Minor): void {
    this.#movements.sort((a, b) => a.day - b.day);
    if (opening !== 0) this.#movements.unshift(broughtForward(this.#movements[0]?.day ?? this.period.first, opening));
    this.#writeAll(lines);
  }

  #writeAll(lines: LoadLines): void {
    const { facts } = this;
    const { overdraft, openedOn, ...fields } = facts;
    lines.write('ais-pis', 'account', { ...fields, cashAccountType: 'CACC', openedOn: dateOf(openedOn) });
    const { booked, before } = this.#writeEntries(lines);
    const sums = this.#writePending(lines);
    const lastDay = this.#movements.at(-1)?.day ?? openedOn;
    lines.write('ais-pis', 'accountBalance', {
      accountId: facts.accountId,
      booked: inMajor(booked),
      reserved: inMajor(sums.reserved),
      incoming: inMajor(sums.incoming),
      overdraft: inMajor(overdraft),
      lastBookingDate: dateOf(lastDay),
      bookedBefore: inMajor(before),
      changedAt: instantOf(lastDay, 899),
    });
  }

  /** The lowest balance, starting at zero, with all pending debits deducted. */
  #lowest(): Minor {
    let sum = 0;
    let lowest = 0;
    for (const { amount } of this.#movements) lowest = Math.min(lowest, (sum += amount));
    return Math.min(lowest, sum - this.#reserved());
  }

  #sum(): Minor {
    return this.#movements.reduce((total, { amount }) => total + amount, 0);
  }

  #reserved(): Minor {
    return -this.#pending.reduce((total, { amount }) => total + Math.min(0, amount), 0);
  }

  #writeEntries(lines: LoadLines): { booked: Minor; before: Minor } {
    let booked = 0;
    let before = 0;
    let day = this.period.first - 1;
    let minute = 0;
    for (const movement of this.#movements) {
      if (movement.day !== day) [day, before, minute] = [movement.day, booked, 0];
      booked += movement.amount;
      movement.reference = lines.reference('ais-pis');
      lines.write('ais-pis', 'entry', {
        accountId: this.facts.accountId,
        bookingDate: dateOf(day),
        entryReference: movement.reference,
        transactionId: lines.transactionId('ais-pis'),
        valueDate: dateOf(movement.valueDay ?? day),
        bookedAt: instantOf(day, (minute += 37)),
        ...described(movement),
        balanceAfter: inMajor(booked),
      });
    }
    return { booked, before };
  }

  #writePending(lines: LoadLines): { reserved: Minor; incoming: Minor } {
    let [reserved, incoming] = [0, 0];
    for (const movement of this.#pending.sort((a, b) => a.day - b.day)) {
      if (movement.amount < 0) reserved -= movement.amount;
      else incoming += movement.amount;
      lines.write('ais-pis', 'pendingEntry', {
        accountId: this.facts.accountId,
        entryDate: dateOf(this.period.last),
        entryReference: lines.reference('ais-pis'),
        transactionId: lines.transactionId('ais-pis'),
        valueDate: dateOf(movement.valueDay ?? movement.day),
        ...described(movement),
      });
    }
    return { reserved, incoming };
  }
}

const broughtForward = (day: Day, amount: Minor): Movement => ({
  day,
  amount,
  code: 'ACMT-MCOP-OTHR',
  kind: 'OPENING',
  text: 'Balance brought forward',
});

function described({ amount, code, kind, text, party, mandateId, creditorId, endToEndId, purposeCode, exchange }: Movement): object {
  const account = party?.iban === undefined ? undefined : { iban: party.iban };
  const other =
    amount < 0
      ? { creditorName: party?.name, creditorAccount: account, creditorAgent: party?.bic }
      : { debtorName: party?.name, debtorAccount: account, debtorAgent: party?.bic };
  return {
    amount: inMajor(amount),
    endToEndId,
    mandateId,
    creditorId,
    ...other,
    remittanceUnstructured: text === '' ? undefined : text,
    purposeCode,
    bankTransactionCode: code,
    proprietaryBankTransactionCode: kind,
    currencyExchange: exchange === undefined ? undefined : [exchange],
  };
}
