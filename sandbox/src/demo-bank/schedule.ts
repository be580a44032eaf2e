import { businessDay, monthsLater, type Day } from './calendar.js';
import { share, type Minor } from './money.js';

export interface Track {
  readonly name: string;
  readonly amount: Minor;
  readonly interestType: 'fixed' | 'variable' | 'indexed';
  /** Per cent a year. */
  readonly rate: number;
  readonly index?: { readonly name: string; readonly margin?: number; readonly base?: number };
  readonly method: 'annuity' | 'equalPrincipal';
  readonly months: number;
  readonly rateChange?: Day;
}

export interface Instalment {
  readonly number: number;
  readonly due: Day;
  readonly opening: Minor;
  readonly indexation: Minor;
  readonly interest: Minor;
  readonly principal: Minor;
  readonly fees: Minor;
  readonly closing: Minor;
  /** An unscheduled repayment, without interest. */
  readonly early?: true;
}

export const instalmentOf = ({ interest, principal, fees }: Instalment): Minor => interest + principal + fees;

export interface Terms {
  readonly tracks: readonly Track[];
  readonly start: Day;
  /** A fixed fee in each instalment. */
  readonly fee: Minor;
  /** The factor by which the price index rose in the month before that day; 1 for future days. */
  readonly indexRise: (due: Day) => number;
  /** Early repayment: after which instalment, and how many per cent of the first track. */
  readonly early?: { readonly after: number; readonly perCent: number };
}

/** The schedule of a loan with its tracks summed, and the remaining principal of each track after each instalment. */
export function schedule(terms: Terms): { rows: Instalment[]; left: Minor[][] } {
  const balances = terms.tracks.map(({ amount }) => amount);
  const months = Math.max(...terms.tracks.map((track) => track.months));
  const rows: Instalment[] = [];
  const left: Minor[][] = [];
  for (let month = 1; month <= months; month += 1) {
    const due = businessDay(monthsLater(terms.start, month));
    rows.push(row(rows.length + 1, month, due, terms, balances));
    left.push([...balances]);
    if (terms.early?.after !== month) continue;
    rows.push(early(rows.length + 1, businessDay(due + 9), terms.early.perCent, balances));
    left.push([...balances]);
  }
  return { rows, left };
}

function row(number: number, month: number, due: Day, terms: Terms, balances: Minor[]): Instalment {
  const opening = total(balances);
  let [indexation, interest, principal] = [0, 0, 0];
  for (const [place, track] of terms.tracks.entries()) {
    if (month > track.months) continue;
    const rise = track.interestType === 'indexed' ? Math.max(0, Math.round(balances[place]! * (terms.indexRise(due) - 1))) : 0;
    const balance = balances[place]! + rise;
    const charged = Math.round((balance * track.rate) / 1_200);
    const paid = principalOf(balance, charged, track, track.months - month + 1);
    balances[place] = balance - paid;
    indexation += rise;
    interest += charged;
    principal += paid;
  }
  return { number, due, opening, indexation, interest, principal, fees: terms.fee, closing: total(balances) };
}

/** Each instalment is rounded; the last one pays the remainder. */
function principalOf(balance: Minor, interest: Minor, { rate, method }: Track, left: number): Minor {
  if (left === 1) return balance;
  if (method === 'equalPrincipal') return Math.round(balance / left);
  const monthly = rate / 1_200;
  const annuity = monthly === 0 ? balance / left : (balance * monthly) / (1 - (1 + monthly) ** -left);
  return Math.min(balance, Math.round(annuity) - interest);
}

function early(number: number, due: Day, perCent: number, balances: Minor[]): Instalment {
  const opening = total(balances);
  const amount = share(balances[0]!, perCent);
  balances[0]! -= amount;
  return { number, due, opening, indexation: 0, interest: 0, principal: amount, fees: 0, closing: opening - amount, early: true };
}

const total = (balances: readonly Minor[]): Minor => balances.reduce((sum, balance) => sum + balance, 0);
