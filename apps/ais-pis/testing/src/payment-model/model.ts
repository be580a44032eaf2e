import { BankClock } from '@open-banking/database';
import { businessDaysAfter, type BusinessCalendar } from '@open-banking/ais-pis-ledger';
import {
  canExecuteOn,
  executionDay,
  type ToExecute,
  transitions,
  waitsForFirst,
  type TransactionStatus,
  schemes,
} from '@open-banking/ais-pis-payments';

export type Person = 'noa' | 'dan' | 'stranger';
export type Purse = 'own' | 'joint';
/** The target: an account at this bank, a closed one, another bank at once or on the next business day, or a bank that returns it. */
export type Route = 'inside' | 'closed' | 'outside' | 'sepa' | 'rejecting';

export const productOf = (route: Route): string => (route === 'sepa' ? 'sepa-credit-transfers' : 'instant-sepa-credit-transfers');
export const ownersOf = { own: ['noa'], joint: ['noa', 'dan'] } as const satisfies Record<Purse, readonly Person[]>;

export interface Modelled {
  readonly id: string;
  readonly requestId: string;
  readonly body: object;
  readonly purse: Purse;
  readonly route: Route;
  readonly cents: number;
  readonly asked: string | null;
  /** Whether its client asked for a check of the creditor's name, which never matches here. */
  readonly verified: boolean;
  status: TransactionStatus;
  approveBy: number;
  executionDate: string;
  readonly approvers: Person[];
  readonly story: TransactionStatus[];
}

const clock = new BankClock('Asia/Jerusalem');
const [minute, day] = [60_000, 86_400_000];

/** A local time on a day in the bank's time zone; `24:00` is the start of the next day. */
function instantOf(date: string, time: string): number {
  const guess = Date.parse(`${date}T00:00:00Z`) + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * minute;
  return [2, 3]
    .map((hours) => guess - hours * 3_600_000)
    .find((instant) => clock.timeOf(new Date(instant)) === time.replace('24:', '00:'))!;
}

/** The expected statuses of payments, derived only from the transitions in payment.ts. */
export class Model {
  readonly payments: Modelled[] = [];
  /** The available amount in cents, and the amount that the creditor at this bank has received. */
  readonly money = { own: 0, joint: 0, creditor: 0, elsewhere: 0 };
  offsetMs = 0;
  steps = 0;

  constructor(
    private readonly calendar: BusinessCalendar,
    balance: number,
  ) {
    this.money.own = balance;
    this.money.joint = balance;
  }

  get now(): number {
    return Date.now() + this.offsetMs;
  }
  get today(): string {
    return clock.dayOf(new Date(this.now));
  }
  /** Counts back from the latest payment. */
  at(index: number): Modelled {
    return this.payments.at(-1 - (index % this.payments.length))!;
  }

  /** Whether this customer's approval would take effect now. */
  mayApprove({ status, purse, approvers }: Modelled, person: Person): boolean {
    const owner = (ownersOf[purse] as readonly Person[]).includes(person);
    return owner && (waitsForFirst(status) || (status === 'PATC' && !approvers.includes(person)));
  }

  approve(payment: Modelled, person: Person): void {
    payment.approvers.push(person);
    payment.executionDate = this.dayOf(payment);
    if (payment.purse === 'joint' && payment.approvers.length === 1) {
      this.follow(payment, 'PATC');
      const dated = payment.asked !== null && payment.asked > this.today;
      payment.approveBy = Math.min(
        this.now + 7 * day,
        dated ? instantOf(payment.executionDate, schemes[productOf(payment.route)]!.cutOff ?? '24:00') : Infinity,
      );
      return;
    }
    this.follow(payment, 'ACTC');
    if (payment.executionDate > this.today) this.wait(payment);
    else this.execute(payment);
  }

  end(payment: Modelled): void {
    this.follow(payment, payment.status === 'PDNG' ? 'CANC' : 'RJCT');
  }

  /** Applies the changes caused by time. */
  pass(): void {
    for (const payment of this.payments) {
      if ((waitsForFirst(payment.status) || payment.status === 'PATC') && payment.approveBy <= this.now) this.follow(payment, 'RJCT');
      if ((payment.status === 'PDNG' || payment.status === 'ACFC') && payment.executionDate <= this.today) this.executeIfOpen(payment);
    }
  }

  private wait(payment: Modelled): void {
    const dated = payment.asked !== null && payment.asked > this.today;
    if (dated) return this.follow(payment, 'PDNG');
    if (this.money[payment.purse] < payment.cents) return this.follow(payment, 'RJCT');
    this.money[payment.purse] -= payment.cents;
    this.follow(payment, 'ACFC');
  }

  /** A payment whose day has passed on a day on which nothing is executed waits for the next business day. */
  private executeIfOpen(payment: Modelled): void {
    const opens = (on: string): boolean => canExecuteOn(on, this.toExecute(payment), this.calendar);
    if (opens(this.today)) this.execute(payment);
    else payment.executionDate = businessDaysAfter(0, this.today, opens);
  }

  private execute(payment: Modelled): void {
    const { route, purse, cents } = payment;
    const reserved = payment.status === 'ACFC';
    if (route === 'closed' || (!reserved && this.money[purse] < cents)) {
      if (reserved) this.money[purse] += cents;
      return this.follow(payment, 'RJCT');
    }
    if (!reserved) {
      this.money[purse] -= cents;
      this.follow(payment, 'ACFC');
    }
    this.follow(payment, 'ACSP');
    if (route === 'rejecting') {
      this.money[purse] += cents;
      return this.follow(payment, 'RJCT');
    }
    this.money[route === 'inside' ? 'creditor' : 'elsewhere'] += cents;
    this.follow(payment, route === 'inside' ? 'ACCC' : 'ACSC');
  }

  private dayOf(payment: Modelled): string {
    return executionDay(
      { requested: payment.asked, ...this.toExecute(payment) },
      { today: this.today, time: clock.timeOf(new Date(this.now)) },
      this.calendar,
    );
  }

  private toExecute({ route }: Modelled): Omit<ToExecute, 'requested'> {
    const product = productOf(route);
    return { currency: 'EUR', inside: route === 'inside' || route === 'closed', product, scheme: schemes[product]! };
  }

  private follow(payment: Modelled, to: TransactionStatus): void {
    if (!(transitions[payment.status] as readonly TransactionStatus[]).includes(to))
      throw new Error(`The model has no transition from ${payment.status} to ${to}`);
    payment.status = to;
    payment.story.push(to);
  }
}
