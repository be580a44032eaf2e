import { bankDayBegin, bankTime } from '@open-banking/messages';

const dayMs = 86_400_000;
const withoutZeros = (time: string): string => time.replace('.000', '');

/**
 * Times as XML Schema writes them, with the bank's offset, for many instants. `Intl` takes 20 µs to find an offset, so it is asked once a
 * day; on a day on which the offset changes, for each instant.
 */
export class BankTimes {
  readonly #offsets = new Map<number, string>();
  readonly #begins = new Map<string, string>();

  constructor(private readonly timeZone: string) {}

  /** An instant: `2026-11-28T00:30:00+02:00`. */
  at(instant: Date): string {
    const day = Math.floor(instant.getTime() / dayMs);
    const offset = this.#offsetAt(day);
    if (offset !== this.#offsetAt(day + 1)) return withoutZeros(bankTime(instant, this.timeZone));
    const [sign, hours, minutes] = [offset[0] === '-' ? -1 : 1, Number(offset.slice(1, 3)), Number(offset.slice(4))];
    const local = new Date(instant.getTime() + sign * (hours * 60 + minutes) * 60_000);
    return withoutZeros(`${local.toISOString().slice(0, -1)}${offset}`);
  }

  /** The first moment of a day of the bank. */
  beginOf(day: string): string {
    const known = this.#begins.get(day) ?? withoutZeros(bankTime(bankDayBegin(day, this.timeZone), this.timeZone));
    this.#begins.set(day, known);
    return known;
  }

  /** At the beginning of a day in UTC. */
  #offsetAt(day: number): string {
    const known = this.#offsets.get(day) ?? bankTime(new Date(day * dayMs), this.timeZone).slice(-6);
    this.#offsets.set(day, known);
    return known;
  }
}
