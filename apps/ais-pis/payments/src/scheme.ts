import { fileURLToPath } from 'node:url';
import { Money } from '@open-banking/messages';
import type { ProductDays } from '@open-banking/ais-pis-ledger';
import { readPaymentProducts, type Scheme, type Schemes } from './payment-products.js';

/**
 * The shipped payment products (NextGenPSD2 1.3.11 §5.3.1; masav, zahav and fp are Israel's domestic schemes). An instant
 * payment costs no more than any other (Regulation (EU) 2024/886 art. 1, as art. 5b of 260/2012), and clearing must answer it
 * within 10 seconds (art. 5a(4)(c)).
 */
export const schemes: Schemes = readPaymentProducts(fileURLToPath(new URL('../../data/payment-products.json', import.meta.url)));

export const paymentProducts: readonly string[] = Object.keys(schemes);

/** The scheme of payments whose product was removed from the bank's file: free of charge, executed as usual. */
const unlisted: Scheme = {
  offered: false,
  settlement: 1,
  transactionCode: 'PMNT-ICDT-OTHR',
  required: [],
  iban: false,
  chargeBearers: ['SLEV'],
  fees: [],
  answerWithin: { businessDays: 1 },
};

/** The payment products of one bank: its own, or the shipped ones where it has none of its own. */
export class PaymentProducts {
  readonly #schemes: Schemes;
  /** The names of the products offered for new payments. */
  readonly offered: readonly string[];
  /** The names of all products that this bank offers or has offered, as far as they are in its file or shipped. */
  readonly known: readonly string[];
  /** The names of the products whose payments are executed within seconds. */
  readonly instant: readonly string[];
  /** The currencies of the instant products that are offered. */
  readonly instantCurrencies: readonly string[];

  /** `own` replace the shipped products, which are no longer offered but stay known for existing payments. */
  constructor(own?: Schemes) {
    const all = own ? { ...withdrawn(schemes), ...own } : schemes;
    this.#schemes = all;
    this.known = Object.keys(all);
    this.offered = this.known.filter((product) => isOffered(all[product]!));
    this.instant = this.known.filter((product) => all[product]!.settlement === 'instant');
    const offeredInstant = this.instant.filter((product) => isOffered(all[product]!));
    this.instantCurrencies = [...new Set(offeredInstant.flatMap((product) => all[product]!.currencies ?? []))];
  }

  /** The scheme of a payment product; undefined if the bank has no such product. */
  schemeOf(product: string): Scheme | undefined {
    return Object.hasOwn(this.#schemes, product) ? this.#schemes[product] : undefined;
  }

  /** The scheme of an accepted payment, even if its product was removed since. */
  schemeOfPayment(product: string): Scheme {
    return this.schemeOf(product) ?? unlisted;
  }

  /** The days of a payment product: those on which it is closed, and how long settlement takes. */
  daysOf(product: string): ProductDays & Pick<Scheme, 'settlement'> {
    const { settlement, restDays } = this.schemeOfPayment(product);
    return { product, settlement, ...(restDays && { restDays }) };
  }
}

const isOffered = ({ offered }: Scheme): boolean => offered !== false;

const withdrawn = (products: Schemes): Schemes =>
  Object.fromEntries(Object.entries(products).map(([product, scheme]) => [product, { ...scheme, offered: false }]));

/** Who pays the charges of a payment: as requested, or the scheme's default. */
export const chargeBearerOf = (requested: string | undefined, { chargeBearers: [defaultBearer] }: Scheme): string =>
  requested ?? defaultBearer!;

/** The fee that this bank charges the debtor. */
export function feeOf({ fees }: Scheme, bearer: string, currency: string): Money {
  const fee = fees.find((one) => one.currency === currency && (one.chargeBearers as readonly string[]).includes(bearer));
  return fee ? Money.parse(fee) : Money.zero(currency);
}
