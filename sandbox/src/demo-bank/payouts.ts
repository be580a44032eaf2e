import type { Chance } from '@open-banking/simulators/chance';
import type { Bank } from './bank.js';
import { businessDay, type Day } from './calendar.js';
import type { Instrument } from './instruments.js';
import type { Fill } from './orders.js';

const dividendTaxPerCent = 25;

/** Dividends and coupons on the units held on the payment day. Only money moves. */
export function payouts(trades: readonly Fill[], bank: Bank, chance: Chance): Fill[] {
  const held = new Set(trades.map(({ instrument }) => instrument).filter(({ yearly }) => yearly > 0));
  return [...held].flatMap((instrument) =>
    daysOf(instrument, bank).flatMap((day) => {
      const units = trades
        .filter((trade) => trade.instrument === instrument && trade.day < day)
        .reduce((sum, trade) => sum + trade.units, 0);
      return units > 0 ? [payout(instrument, units, day, bank, chance)] : [];
    }),
  );
}

function daysOf({ payMonth }: Instrument, { period }: Bank): Day[] {
  const first = new Date(period.first * 86_400_000).getUTCFullYear();
  const last = new Date(period.last * 86_400_000).getUTCFullYear();
  const days: Day[] = [];
  for (let year = first; year <= last; year += 1) {
    const day = businessDay(Date.UTC(year, payMonth, 15) / 86_400_000);
    if (day >= period.first && day <= period.last) days.push(day);
  }
  return days;
}

function payout(instrument: Instrument, units: number, day: Day, bank: Bank, chance: Chance): Fill {
  const isBond = instrument.kind === 'bond';
  const base = isBond ? units : units * bank.market.price(instrument, day);
  const gross = Math.round((base * instrument.yearly * (100 - dividendTaxPerCent)) / 10_000);
  return {
    transactionId: chance.uuid(),
    instrument,
    day,
    minute: 0,
    settlementDay: day,
    units: 0,
    gross,
    details: isBond ? 'Coupon' : 'Dividend',
  };
}
