import { Chance } from '@open-banking/simulators/chance';
import { dateOf, isBusinessDay, type Day, type Period } from './calendar.js';
import { instruments, type Instrument } from './instruments.js';
import type { LoadLines } from './load-lines.js';
import { rateText } from './money.js';

const lead = 10;
const firstIndexYear = 2015;
const indexGrowthPerYear = 2.1;

/** Prices, exchange rates and the consumer price index of the period, as random walks from fixed starting values. */
export class Market {
  readonly #series = new Map<string, number[]>();

  constructor(
    seed: string,
    readonly period: Period,
  ) {
    const chance = new Chance(`${seed}/market`);
    this.#walk('EUR/ILS', 3.92, 0.003, 4, chance);
    this.#walk('USD/ILS', 3.61, 0.0035, 4, chance);
    for (const { instrumentId, price, volatility } of instruments) this.#walk(instrumentId, price, volatility, 2, chance);
  }

  #walk(name: string, start: number, volatility: number, digits: number, chance: Chance): void {
    const series: number[] = [];
    let value = start;
    for (let day = this.period.first - lead; day <= this.period.until; day += 1) {
      if (isBusinessDay(day)) value *= 1 + (chance.fraction() + chance.fraction() - 0.99) * volatility;
      series.push(Number(value.toFixed(digits)));
    }
    this.#series.set(name, series);
  }

  #on(name: string, day: Day): number {
    const series = this.#series.get(name)!;
    return series[Math.min(series.length - 1, Math.max(0, day - this.period.first + lead))]!;
  }

  price({ instrumentId }: Instrument, day: Day): number {
    return this.#on(instrumentId, day);
  }

  /** The price of one unit of `source` in `target`. */
  rate(source: string, target: string, day: Day): number {
    if (source === target) return 1;
    const inShekels = (currency: string) => (currency === 'ILS' ? 1 : this.#on(`${currency}/ILS`, day));
    return Number((inShekels(source) / inShekels(target)).toFixed(4));
  }

  /** The consumer price index of that day's month; 100 at the beginning of 2015. */
  priceIndex(day: Day): number {
    const year = Number(dateOf(day).slice(0, 4));
    const month = Number(dateOf(day).slice(5, 7)) - 1;
    const wave = Math.sin((month / 12) * 2 * Math.PI) * 0.15;
    return Number((100 + (year - firstIndexYear + month / 12) * indexGrowthPerYear + wave).toFixed(2));
  }

  write(lines: LoadLines): void {
    const { first, last } = this.period;
    for (const { yearly, payMonth, price: _, volatility: __, ...instrument } of instruments) {
      const isBond = instrument.kind === 'bond';
      const couponDay = isBond ? `${dateOf(last).slice(0, 4)}-${String(payMonth + 1).padStart(2, '0')}-15` : undefined;
      lines.write('securities', 'instrument', { ...instrument, coupon: isBond ? rateText(yearly) : undefined, couponDay });
    }
    for (let day = first - lead; day <= last; day += 1) if (isBusinessDay(day)) this.#writeDay(lines, day);
  }

  #writeDay(lines: LoadLines, day: Day): void {
    for (const instrument of instruments) {
      lines.write('securities', 'instrumentPrice', {
        instrumentId: instrument.instrumentId,
        priceDate: dateOf(day),
        price: rateText(this.price(instrument, day)),
      });
    }
    for (const [source, target] of [
      ['EUR', 'ILS'],
      ['USD', 'ILS'],
      ['USD', 'EUR'],
      ['ILS', 'EUR'],
    ] as const) {
      lines.write('securities', 'exchangeRate', {
        sourceCurrency: source,
        targetCurrency: target,
        quotationDate: dateOf(day),
        rate: rateText(this.rate(source, target, day)),
      });
    }
  }
}
