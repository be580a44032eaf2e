import type { Chance } from '@open-banking/simulators/chance';
import type { Bank } from './bank.js';
import { businessDay, type Day } from './calendar.js';
import type { Instrument } from './instruments.js';
import type { Minor } from './money.js';

/** Units or nominal are counted in hundredths, so that sums are exact. */
export type Units = number;

/** An event that changes a holding or pays money: a trade of an order, a dividend or a coupon. */
export interface Fill {
  readonly transactionId: string;
  readonly instrument: Instrument;
  readonly day: Day;
  readonly minute: number;
  readonly settlementDay: Day;
  readonly units: Units;
  readonly price?: number;
  /** In the instrument's currency, without fees. Negative amounts are paid by the customer. */
  readonly gross: Minor;
  readonly order?: string;
  readonly accrued?: { days: number; amount: Minor };
  readonly details?: string;
}

export interface Order {
  readonly orderId: string;
  readonly day: Day;
  readonly minute: number;
  readonly side: 'buy' | 'sell' | 'subscription' | 'redemption';
  readonly instrument: Instrument;
  readonly units: Units;
  readonly limitPrice?: number;
  readonly stopPrice?: number;
  readonly typesOfOrder: readonly string[];
  readonly timeInForce: string;
  readonly expiryDay?: Day;
  readonly orderStatus: string;
  readonly fills: readonly Fill[];
}

interface Wish {
  readonly day: Day;
  readonly instrument: Instrument;
  readonly held: Units;
  readonly wealth: number;
}

/** Orders of this many last days may still be open. */
const openDays = 25;
const settlementDays = 2;

/** An order with its outcome. */
export function order(wish: Wish, bank: Bank, chance: Chance): Order {
  const { day, instrument, held } = wish;
  const price = bank.market.price(instrument, day);
  const sells = held > 0 && chance.happens(0.3);
  const units = sells ? soldUnits(held, instrument, chance) : boughtUnits(instrument, price, wish.wealth, chance);
  const orderId = chance.uuid();
  const orderStatus = outcome(day, bank.period.last, chance);
  const side = instrument.other ? (sells ? 'redemption' : 'subscription') : sells ? 'sell' : 'buy';
  const minute = chance.between(60, 560);
  const parts =
    orderStatus === 'filled' ? filled(units, instrument, chance) : orderStatus === 'partiallyFilled' ? [Math.floor(units / 200) * 100] : [];
  const fills = parts
    .filter((part) => part > 0)
    .map((part, index) => trade({ part: sells ? -part : part, price, day, minute: minute + 3 + index * 11, orderId }, instrument, chance));
  const status = orderStatus === 'partiallyFilled' && fills.length === 0 ? 'new' : orderStatus;
  return { orderId, day, minute, side, instrument, units, ...terms(day, price, sells, chance), orderStatus: status, fills };
}

/** An order that bought so much on a day in one trade, at this price. */
export function purchaseOrder(
  { day, instrument, units, price }: Pick<Order, 'day' | 'instrument' | 'units'> & { readonly price: number },
  chance: Chance,
): Order {
  const orderId = chance.uuid();
  const minute = 300;
  const fills = [trade({ part: units, price, day, minute, orderId }, instrument, chance)];
  const side = instrument.other ? 'subscription' : 'buy';
  return { orderId, day, minute, side, instrument, units, typesOfOrder: ['atMarket'], timeInForce: 'day', orderStatus: 'filled', fills };
}

function terms(
  day: Day,
  price: number,
  sells: boolean,
  chance: Chance,
): Pick<Order, 'limitPrice' | 'stopPrice' | 'typesOfOrder' | 'timeInForce' | 'expiryDay'> {
  if (chance.happens(0.4)) return { typesOfOrder: ['atMarket'], timeInForce: 'day' };
  const limitPrice = price * (sells ? 0.98 : 1.02);
  if (sells && chance.happens(0.2))
    return { typesOfOrder: ['stopLimit'], timeInForce: 'goodTillCancel', limitPrice, stopPrice: price * 0.99 };
  return { typesOfOrder: ['limitOrder'], timeInForce: 'goodTillDate', expiryDay: businessDay(day + 30), limitPrice };
}

function outcome(day: Day, last: Day, chance: Chance): string {
  if (day > last - openDays) return chance.pick(['new', 'partiallyFilled', 'filled', 'pendingNew', 'new']);
  const draw = chance.fraction();
  if (draw < 0.82) return 'filled';
  if (draw < 0.9) return 'canceled';
  return draw < 0.96 ? 'expired' : 'rejected';
}

/** Bonds are bought in nominal steps of a thousand, everything else in whole units. */
function boughtUnits(instrument: Instrument, price: number, wealth: number, chance: Chance): Units {
  const budget = wealth * chance.between(1_500, 12_000);
  if (instrument.kind === 'bond') return Math.max(1, Math.round(budget / 1_000)) * 100_000;
  return Math.max(1, Math.floor(budget / price)) * 100;
}

function soldUnits(held: Units, { kind }: Instrument, chance: Chance): Units {
  const step = kind === 'bond' ? 100_000 : 100;
  return chance.happens(0.3) ? held : Math.max(step, Math.floor((held * chance.fraction()) / step) * step);
}

/** Most orders are filled in one trade, some in two. */
function filled(units: Units, { kind }: Instrument, chance: Chance): Units[] {
  const step = kind === 'bond' ? 100_000 : 100;
  if (units < step * 2 || chance.happens(0.75)) return [units];
  const first = Math.floor(units / step / 2) * step;
  return [first, units - first];
}

interface Part {
  readonly part: Units;
  readonly price: number;
  readonly day: Day;
  readonly minute: number;
  readonly orderId: string;
}

function trade({ part, price, day, minute, orderId }: Part, instrument: Instrument, chance: Chance): Fill {
  const isBond = instrument.kind === 'bond';
  const value = Math.round(isBond ? (part * price) / 100 : part * price);
  const accrued = isBond ? accruedOn(part, instrument, day) : undefined;
  const settlementDay = businessDay(businessDay(day + 1) + settlementDays - 1);
  return {
    transactionId: chance.uuid(),
    instrument,
    day,
    minute,
    settlementDay,
    units: part,
    price,
    gross: -(value + (accrued?.amount ?? 0)),
    order: orderId,
    ...(accrued ? { accrued } : {}),
  };
}

/** Accrued interest since the last coupon (actual/365), which the buyer pays to the seller. */
function accruedOn(nominal: Units, { yearly, payMonth }: Instrument, day: Day): { days: number; amount: Minor } {
  const year = new Date(day * 86_400_000).getUTCFullYear();
  const couponIn = (of: number): Day => Date.UTC(of, payMonth, 15) / 86_400_000;
  const last = couponIn(year) <= day ? couponIn(year) : couponIn(year - 1);
  return { days: day - last, amount: Math.round((nominal * yearly * (day - last)) / 36_500) };
}
