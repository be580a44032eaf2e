import { fileURLToPath } from 'node:url';
import { Money } from '@open-banking/messages';
import { readPaymentProducts, type Scheme, type Schemes } from './payment-products.js';

/**
 * The products as they are shipped, JSON only (NextGenPSD2 1.3.11 §5.3.1; masav, zahav and fp are the domestic schemes of
 * Israel). An instant payment costs no more than any other (Regulation (EU) 2024/886 art. 1, as art. 5b of 260/2012), and
 * its answer is due within 10 seconds (art. 5a(4)(c)).
 */
export const schemes: Schemes = readPaymentProducts(fileURLToPath(new URL('../../data/payment-products.json', import.meta.url)));

let current: Schemes = schemes;

/** The bank's own products instead of the shipped ones, which stay known for payments that were made, and are not offered. */
export function useSchemes(own: Schemes): void {
  current = { ...Object.fromEntries(Object.entries(schemes).map(([product, scheme]) => [product, { ...scheme, offered: false }])), ...own };
}

/** The names of the products that new payments may use. */
export const offeredProducts = (): string[] => Object.keys(current).filter((product) => current[product]!.offered !== false);

export const paymentProducts: readonly string[] = Object.keys(schemes);

/** The scheme of a payment product; undefined where the bank has no such product. */
export const schemeOf = (product: string): Scheme | undefined => (Object.hasOwn(current, product) ? current[product] : undefined);

/** How a payment goes on whose product was taken out of the bank's file: nobody pays for it, and nothing of it is lost. */
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

/** The scheme of a payment that was accepted, whatever has become of its product since. */
export const schemeOfPayment = (product: string): Scheme => schemeOf(product) ?? unlisted;

/** Who pays the charges of a payment: as its client asked, or as the scheme says. */
export const chargeBearerOf = (asked: string | undefined, { chargeBearers: [usual] }: Scheme): string => asked ?? usual!;

/** What this bank takes from the debtor. */
export function feeOf({ fees }: Scheme, bearer: string, currency: string): Money {
  const fee = fees.find((one) => one.currency === currency && (one.chargeBearers as readonly string[]).includes(bearer));
  return fee ? Money.parse(fee) : Money.zero(currency);
}
