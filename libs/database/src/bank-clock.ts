/**
 * Business time. Services ask this and never the machine: the sandbox moves it forward, and "today" is the bank's day.
 * Instants are UTC; days are in the bank's time zone.
 */
export class BankClock {
  private readonly days: Intl.DateTimeFormat;
  private readonly times: Intl.DateTimeFormat;
  private known = { minute: Number.NaN, day: '' };

  /** `offsetMs`: how far the sandbox has moved the clock; 0 outside it. */
  constructor(
    readonly timeZone: string,
    private readonly offsetMs: () => number = () => 0,
  ) {
    this.days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    this.times = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs());
  }

  /** The bank's day, `YYYY-MM-DD`. */
  today(): string {
    return this.dayOf(this.now());
  }

  /** The bank's day of an instant. */
  dayOf(instant: Date): string {
    // Asked several times a request, mostly of now; days begin with a minute.
    const minute = Math.floor(instant.getTime() / 60_000);
    if (minute !== this.known.minute) this.known = { minute, day: this.days.format(minute * 60_000) };
    return this.known.day;
  }

  /** The bank's time of day of an instant, `HH:MM`. */
  timeOf(instant: Date): string {
    return this.times.format(instant);
  }
}

/** The clock of a command that no bank answers: this machine's time, in `TIME_ZONE` of the environment as the services read it. */
export const machineClock = (): BankClock => new BankClock(process.env['TIME_ZONE'] || 'Asia/Jerusalem');
