import { fileURLToPath } from 'node:url';
import { Money } from '@open-banking/messages';
import type { ProductDays } from '../calendar/business-day.js';
import { readPaymentProducts, type Scheme, type Schemes } from './payment-products.js';

/**
 * The shipped payment products (NextGenPSD2 1.3.11 §5.3.1; masav, zahav and fp are Israel's domestic schemes). An instant
 * payment costs no more than any other (Regulation (EU) 2024/886 art. 1, as art. 5b of 260/2012), and clearing must answer it
 * within 10 seconds (art. 5a(4)(c)).
 */
export const schemes: Schemes = readPaymentProducts(fileURLToPath(new URL('../../data/payment-products.json', import.meta.url)));

let current: Schemes = schemes;

/** Replaces the shipped products by the bank's own. The shipped ones are no longer offered but stay known for existing payments. */
export function useSchemes(own: Schemes): void {
  current = { ...Object.fromEntries(Object.entries(schemes).map(([product, scheme]) => [product, { ...scheme, offered: false }])), ...own };
}

/** The names of the products offered for new payments. */
export const offeredProducts = (): string[] => Object.keys(current).filter((product) => current[product]!.offered !== false);

/** The names of all products that this bank offers or has offered, as far as they are in its file or shipped. */
export const knownProducts = (): string[] => Object.keys(current);

/** The names of the products whose payments are executed within seconds. */
export const instantProducts = (): string[] => Object.keys(current).filter((product) => current[product]!.settlement === 'instant');

/** The currencies of the instant products that are offered. */
export const instantCurrencies = (): string[] => [
  ...new Set(instantProducts().flatMap((product) => (current[product]!.offered === false ? [] : (current[product]!.currencies ?? [])))),
];

export const paymentProducts: readonly string[] = Object.keys(schemes);

/** The scheme of a payment product; undefined if the bank has no such product. */
export const schemeOf = (product: string): Scheme | undefined => (Object.hasOwn(current, product) ? current[product] : undefined);

/** The scheme of payments whose product was removed from the bank's file: free of charge, executed as defaultBearer. */
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

/** The scheme of an accepted payment, even if its product was removed since. */
export const schemeOfPayment = (product: string): Scheme => schemeOf(product) ?? unlisted;

/** The days of a payment product: those on which it is closed, and how long settlement takes. */
export function productDays(product: string): ProductDays & Pick<Scheme, 'settlement'> {
  const { settlement, restDays } = schemeOfPayment(product);
  return { product, settlement, ...(restDays && { restDays }) };
}

/** Who pays the charges of a payment: as requested, or the scheme's default. */
export const chargeBearerOf = (requested: string | undefined, { chargeBearers: [defaultBearer] }: Scheme): string =>
  requested ?? defaultBearer!;

/** The fee that this bank charges the debtor. */
export function feeOf({ fees }: Scheme, bearer: string, currency: string): Money {
  const fee = fees.find((one) => one.currency === currency && (one.chargeBearers as readonly string[]).includes(bearer));
  return fee ? Money.parse(fee) : Money.zero(currency);
}
