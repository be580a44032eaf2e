import type { Chance } from '@open-banking/simulators/chance';
import type { Bank, Owners } from './bank.js';
import { businessDay, dateOf, instantOf, type Day } from './calendar.js';
import type { CurrentAccount } from './current-account.js';
import { instruments, type Instrument } from './instruments.js';
import { order, type Fill, type Order, type Units } from './orders.js';
import { inMajor, rateText, share, type Minor } from './money.js';
import { payouts } from './payouts.js';

interface Holding {
  readonly units: Units;
  readonly cost: number;
  readonly instrument: Instrument;
  readonly changed: Day;
}

/** What is given of a securities account instead of drawn: its number, and the orders from which it holds what it does. */
export interface PortfolioContract {
  readonly number: string;
  readonly orders: readonly Order[];
}

const tariffs = 'Brokerage 0.25 % of the amount, at least 5.00; custody 0.10 % a year.';
const custodians: Readonly<Record<string, string>> = { IL: 'OPBKILIT', DE: 'OPBKDEFF', IE: 'OPBKDEFF', US: 'OPBKDEFF' };

/** A securities account. Every holding was bought by orders and paid from the current account. */
export class Portfolio {
  readonly #id: string;
  readonly #number: string;
  readonly #orders: Order[] = [];
  readonly #fills: Fill[] = [];

  constructor(
    readonly bank: Bank,
    readonly owners: Owners,
    readonly account: CurrentAccount,
    chance: Chance,
    contract?: PortfolioContract,
  ) {
    this.#id = chance.uuid();
    this.#number = contract?.number ?? `SC${chance.digits(8)}`;
    if (contract) this.#take(contract.orders);
    else this.#draw(chance);
    this.#fills.sort((a, b) => a.day - b.day);
    for (const fill of this.#fills) this.#settle(fill);
  }

  #take(orders: readonly Order[]): void {
    this.#orders.push(...orders);
    this.#fills.push(...orders.flatMap(({ fills }) => fills));
  }

  #draw(chance: Chance): void {
    const { bank, owners } = this;
    const held = new Map<Instrument, Units>();
    const favourites = instruments.filter(() => chance.happens(0.5));
    const { first, last } = bank.period;
    for (let day = businessDay(first + chance.between(2, 60)); day <= last; day = businessDay(day + chance.between(7, 38))) {
      const instrument = chance.pick(favourites.length > 0 ? favourites : instruments);
      const placed = order({ day, instrument, held: held.get(instrument) ?? 0, wealth: owners.usage === 'ORGA' ? 3 : 1 }, bank, chance);
      this.#orders.push(placed);
      for (const fill of placed.fills) held.set(instrument, (held.get(instrument) ?? 0) + fill.units);
      this.#fills.push(...placed.fills);
    }
    this.#fills.push(...payouts(this.#fills, bank, chance));
  }

  /** The amount the customer pays or receives in the account's currency, including the fee. */
  #cash(fill: Fill): { amount: Minor; fee: Minor; rate: number } {
    const rate = this.bank.market.rate(fill.instrument.currency, this.account.facts.currency, fill.day);
    const gross = Math.round(fill.gross * rate);
    const fee = fill.order === undefined ? 0 : Math.max(500, share(Math.abs(gross), 0.25));
    return { amount: gross - fee, fee, rate };
  }

  #settle(fill: Fill): void {
    const { amount } = this.#cash(fill);
    const [code, kind] = fill.order === undefined ? ['SECU-CORP-DVCA', 'INCOME'] : ['SECU-SETT-TRAD', 'SECURITIES'];
    const text = `${fill.order === undefined ? fill.details! : fill.units > 0 ? 'Purchase' : 'Sale'} ${fill.instrument.name}`;
    this.account.book({ day: fill.settlementDay, amount, code, kind, text, party: { name: this.owners.name } });
  }

  write(): void {
    const { bank, owners, account } = this;
    const accountId = this.#id;
    const { currency, iban } = account.facts;
    bank.lines.write('securities', 'securitiesAccount', {
      accountId,
      otherIdentification: this.#number,
      otherScheme: 'SecuritiesAccountNumber',
      otherIssuer: 'OPBKILIT',
      currency,
      ownerName: owners.name,
      name: 'Securities account',
      product: 'Investor Depot',
      cashAccountType: 'SCTS',
      status: 'enabled',
      usage: owners.usage,
      details: `Settled on ${iban}.`,
      tariffs,
      applicableFees: feesOf(currency),
      relatedIban: iban,
    });
    bank.hold(owners, { service: 'securities', kind: 'securities', resourceId: accountId, currency, reference: { other: this.#number } });
    for (const placed of this.#orders) this.#writeOrder(placed);
    const holdings = new Map<Instrument, Holding>();
    for (const fill of this.#fills) this.#writeTransaction(fill, holdings);
    for (const holding of holdings.values()) if (holding.units > 0) this.#writePosition(holding);
  }

  #writeOrder({ fills, day, minute, instrument, units, expiryDay, limitPrice, stopPrice, ...facts }: Order): void {
    const filled = fills.reduce((sum, fill) => sum + Math.abs(fill.units), 0);
    this.bank.lines.write('securities', 'securityOrder', {
      accountId: this.#id,
      orderDate: dateOf(day),
      orderedAt: instantOf(day, minute),
      instrumentId: instrument.instrumentId,
      units: unitsText(units),
      filledUnits: unitsText(filled),
      mic: instrument.mic,
      limitPrice: limitPrice === undefined ? undefined : rateText(limitPrice, 2),
      stopPrice: stopPrice === undefined ? undefined : rateText(stopPrice, 2),
      expiryDate: expiryDay === undefined ? undefined : dateOf(expiryDay),
      relatedIban: this.account.facts.iban,
      orderSplit: false,
      orderModifyable: facts.orderStatus === 'new' || facts.orderStatus === 'partiallyFilled',
      ...facts,
    });
  }

  #writeTransaction(fill: Fill, holdings: Map<Instrument, Holding>): void {
    const { instrument, day, units } = fill;
    const { lines } = this.bank;
    const before = holdings.get(instrument)?.units ?? 0;
    holdings.set(instrument, changed(holdings.get(instrument), fill));
    const { amount, fee, rate } = this.#cash(fill);
    const { currency } = this.account.facts;
    lines.write('securities', 'securitiesTransaction', {
      accountId: this.#id,
      bookingDate: dateOf(day),
      entryReference: lines.reference('securities'),
      transactionId: fill.transactionId,
      transactionDate: dateOf(day),
      settlementDate: dateOf(fill.settlementDay),
      valueDate: dateOf(fill.settlementDay),
      instrumentId: instrument.instrumentId,
      units: unitsText(units),
      unitsBefore: unitsText(before),
      unitsAfter: unitsText(before + units),
      ...(fill.order === undefined ? income : traded(fill)),
      amount: inMajor(amount),
      currency,
      amountIncludesFees: fee > 0,
      relatedFees: fee > 0 ? [{ typeCode: 'brokerageFee', amount: { currency, amount: inMajor(fee) } }] : undefined,
      currencyExchange: exchangeOf(instrument.currency, currency, rate, day),
      details: fill.details,
      reversalIndicator: false,
    });
  }

  #writePosition({ instrument, units, cost, changed }: Holding): void {
    const isBond = instrument.kind === 'bond';
    this.bank.lines.write('securities', 'position', {
      accountId: this.#id,
      instrumentId: instrument.instrumentId,
      balanceType: 'AVAI',
      units: unitsText(units),
      averageBuyingPrice: isBond ? undefined : rateText(cost / (units / 100)),
      totalBuyingPrice: isBond ? inMajor(Math.round(cost)) : undefined,
      safekeepingPlace: custodians[instrument.country]!,
      safekeepingCountry: instrument.country === 'IL' ? 'IL' : 'DE',
      changedOn: dateOf(changed),
    });
  }
}

/** Dividends and coupons are paid net of tax. */
const income = { transactionTypeCode: 'CORP', amountIncludesTaxes: true } as const;

const traded = ({ order, day, minute, instrument, price, accrued }: Fill): object => ({
  orderId: order,
  transactedAt: instantOf(day, minute),
  transactionTypeCode: 'SETT',
  mic: instrument.mic,
  price: rateText(price!),
  amountIncludesTaxes: false,
  accruedInterestDays: accrued?.days,
  accruedInterestAmount: accrued === undefined ? undefined : inMajor(accrued.amount),
});

/** A sale reduces the cost proportionally, so the average price is unchanged. */
function changed(held: Holding | undefined, { instrument, day, units, price = 0 }: Fill): Holding {
  const before = held?.units ?? 0;
  const cost = held?.cost ?? 0;
  return {
    instrument,
    changed: units === 0 && held ? held.changed : day,
    units: before + units,
    cost: units >= 0 ? cost + (units / 100) * price : (cost * (before + units)) / before,
  };
}

/** Formats whole units without decimals, fractions with two. */
const unitsText = (units: Units): string => (units % 100 === 0 ? String(units / 100) : inMajor(units));

const exchangeOf = (source: string, target: string, rate: number, day: Day): object[] | undefined =>
  source === target
    ? undefined
    : [{ sourceCurrency: source, exchangeRate: rateText(rate), unitCurrency: source, targetCurrency: target, quotationDate: dateOf(day) }];

const feesOf = (currency: string): object[] => [
  { typeCode: 'brokerageFee', feeRules: [{ percentage: '0.25', minimumAmount: { currency, amount: '5.00' } }] },
  { typeCode: 'custodyFee', feeRules: [{ percentage: '0.1' }] },
];
