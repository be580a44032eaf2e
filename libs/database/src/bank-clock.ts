/**
 * Business time. Services ask this and never the machine: the sandbox moves it forward, and "today" is the bank's day.
 * Instants are UTC; days are in the bank's time zone.
 */
export class BankClock {
  private readonly days: Intl.DateTimeFormat;

  /** `offsetMs`: how far the sandbox has moved the clock; 0 outside it. */
  constructor(readonly timeZone: string, private readonly offsetMs: () => number = () => 0) {
    this.days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs());
  }

  /** The bank's day, `YYYY-MM-DD`. */
  today(): string {
    return this.days.format(this.now());
  }

  /** The bank's day of an instant. */
  dayOf(instant: Date): string {
    return this.days.format(instant);
  }
}
