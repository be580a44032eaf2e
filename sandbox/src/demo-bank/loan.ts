import type { Chance } from '@open-banking/simulators/chance';
import { arrearsOf, type Arrears } from './arrears.js';
import type { Bank, Owners } from './bank.js';
import { businessDay, dateOf, monthsLater, type Day } from './calendar.js';
import type { CurrentAccount } from './current-account.js';
import { tracksOf, type LoanKind } from './loan-kinds.js';
import { stranger } from './people.js';
import { words } from './words.js';
import { instalmentOf, schedule, type Instalment, type Track } from './schedule.js';
import type { Minor } from './money.js';

/** Payment behaviour: always on time, currently in arrears, or in arrears once and since settled. */
export type Payment = 'regular' | 'inArrears' | 'cured';

/** What is given of a loan instead of drawn. `unpaid`: how many of the last instalments that are due were not paid. */
export interface LoanContract {
  readonly start: Day;
  readonly tracks: readonly Track[];
  readonly unpaid: number;
}

const instalmentText = words('Loan instalment', 'תשלום הלוואה');
const drawdownText = words('Loan granted', 'העמדת הלוואה');
const arrearsText = words('Overdue instalments', 'תשלומי פיגור');

/** A loan with its contract and its payments. Created before the current account is written. */
export class Loan {
  readonly loanId: string;
  readonly bban: string;
  readonly start: Day;
  readonly tracks: readonly Track[];
  readonly rows: readonly Instalment[];
  /** The remaining principal of each track after each row. */
  readonly left: readonly (readonly Minor[])[];
  readonly arrears?: Arrears;
  readonly collateral?: { readonly value: Minor };
  readonly guarantors: readonly { readonly name: string; readonly amount: Minor }[];

  constructor(
    readonly bank: Bank,
    readonly owners: Owners,
    readonly branchAccount: CurrentAccount,
    readonly account: CurrentAccount,
    readonly kind: LoanKind,
    payment: Payment,
    chance: Chance,
    contract?: LoanContract,
  ) {
    const { period, market } = bank;
    this.loanId = chance.uuid();
    this.bban = `${branchAccount.facts.branchNumber}${bank.accountNumber()}`;
    const { start, tracks } = contract ?? this.#drawn(chance);
    this.start = start;
    this.tracks = tracks;
    const early = contract ? undefined : this.#early(payment, chance);
    const indexRise = (due: Day): number => (due > period.last ? 1 : market.priceIndex(due) / market.priceIndex(monthsLater(due, -1)));
    const { rows, left } = schedule({ tracks, start, fee: kind.fee, indexRise, ...(early && { early }) });
    this.rows = rows;
    this.left = left;
    const arrears = contract ? this.#unpaid(contract.unpaid) : this.#arrears(payment, chance);
    if (arrears) this.arrears = arrears;
    if (kind.collateral) this.collateral = { value: Math.round((this.amount * kind.collateral.perCent) / 10_000_000) * 100_000 };
    this.guarantors = contract ? [] : this.#guarantors(chance);
    this.#pay();
  }

  #drawn(chance: Chance): Pick<LoanContract, 'start' | 'tracks'> {
    const { period, market } = this.bank;
    const { kind, account } = this;
    const start = businessDay(monthsLater(period.last, -chance.between(...kind.begun)) + chance.between(0, 20));
    return { start, tracks: tracksOf(kind, account.facts.currency, start, (day) => market.priceIndex(day), chance) };
  }

  #guarantors(chance: Chance): Loan['guarantors'] {
    if (!chance.happens(this.kind.id === 'mortgage' ? 0.1 : 0.3)) return [];
    return [{ name: stranger(chance)[this.owners.language], amount: Math.round(this.amount / 2) }];
  }

  #early(payment: Payment, chance: Chance): { readonly after: number; readonly perCent: number } | undefined {
    const begun = Math.floor((this.bank.period.last - this.start) / 31);
    return begun > 10 && payment === 'regular' && chance.happens(0.15)
      ? { after: chance.between(4, begun - 4), perCent: chance.between(5, 25) }
      : undefined;
  }

  get amount(): Minor {
    return this.tracks.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Rows that are due. */
  get due(): readonly Instalment[] {
    return this.rows.filter(({ due }) => due <= this.bank.period.last);
  }

  /** The day a row was paid; undefined if it is not yet due or is overdue. */
  paidOn(row: Instalment): Day | undefined {
    if (row.due > this.bank.period.last) return undefined;
    return this.arrears?.missed.has(row.number) ? this.arrears.paidOn : row.due;
  }

  #arrears(payment: Payment, chance: Chance): Arrears | undefined {
    const due = this.due;
    if (payment === 'regular' || due.length < 6) return undefined;
    const count = chance.between(1, payment === 'cured' ? 2 : 3);
    const from = payment === 'cured' ? due.length - count - chance.between(2, due.length - count - 2 > 10 ? 10 : 2) : due.length - count;
    const rows = due.slice(from, from + count);
    return this.#missed(rows, payment === 'cured' ? businessDay(rows.at(-1)!.due + 20) : undefined);
  }

  /** The last instalments that are due, none of them paid. */
  #unpaid(count: number): Arrears | undefined {
    return count === 0 ? undefined : this.#missed(this.due.slice(-count));
  }

  #missed(rows: readonly Instalment[], paidOn?: Day): Arrears {
    const { last } = this.bank.period;
    const lateDays = rows.map((_, index) => businessDay(monthsLater(rows[0]!.due, index + 1))).filter((day) => day <= last);
    return arrearsOf(rows, lateDays, last, paidOn);
  }

  /** Books the movements on the current account: the drawdown, unless a seller was paid, and each instalment. */
  #pay(): void {
    const { account, owners, kind, bban } = this;
    const party = { name: 'Openbank Loans' };
    const base = { party, code: `LDAS-${kind.family}-PPAY`, kind: 'LOAN_INSTALMENT', endToEndId: `LN${bban}` };
    if (kind.id === 'consumer' || kind.id === 'business') {
      account.book({
        ...base,
        day: this.start,
        amount: this.amount,
        code: `LDAS-${kind.family}-DDWN`,
        kind: 'LOAN_DRAWDOWN',
        text: drawdownText[owners.language],
      });
    }
    for (const row of this.rows) {
      if (this.arrears?.missed.has(row.number)) continue;
      account.book({ ...base, day: row.due, amount: -instalmentOf(row), text: `${instalmentText[owners.language]} ${row.number}` });
    }
    const payment = this.arrears?.events.find(({ type }) => type === 'payment');
    if (payment)
      account.book({ ...base, day: payment.day, amount: payment.amount, text: `${arrearsText[owners.language]} ${dateOf(payment.due)}` });
  }
}
