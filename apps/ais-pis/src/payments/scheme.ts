import { fileURLToPath } from 'node:url';
import { Money } from '@open-banking/messages';
import { readPaymentProducts } from './payment-products.js';

/**
 * Who pays what the banks charge (ISO 20022 ChargeBearerType1Code): the debtor all of it, or each side its own bank (SHAR;
 * SLEV where the scheme says so). CRED is missing: this bank does not deduct its fee from the amount (PSD2 art. 81(1)).
 */
export const chargeBearers = ['DEBT', 'SHAR', 'SLEV'] as const;
export type ChargeBearer = (typeof chargeBearers)[number];

/** What a payment product can carry, when and for which fee. Times are the bank's; amounts in the product's currency. */
export interface Scheme {
  /** False: no new payments; those that were made can still be read and are executed. */
  readonly offered?: boolean;
  /** ISO 4217 codes; absent: any currency. */
  readonly currencies?: readonly string[];
  /** Decimal string; absent: the scheme knows no highest amount. */
  readonly highest?: string;
  /** Payments of a business day are taken until then, `HH:MM`; absent: at any hour of any day. */
  readonly cutOff?: string;
  /** Business days from execution to settlement; `instant`: seconds. */
  readonly settlement: 'instant' | number;
  /** ISO 20022 bank transaction code of the debtor's entry. */
  readonly transactionCode: string;
  /** Body fields that this product needs besides those of every payment. */
  readonly required: readonly ('creditorAgent' | 'creditorAddress')[];
  /** Whether the creditor's account must be named by its IBAN. */
  readonly iban: boolean;
  /** What a client may ask for; the first is meant where it asks for none. */
  readonly chargeBearers: readonly ChargeBearer[];
  /** What the bank takes for a payment to another bank, in the currency of the debtor's account: nothing where no row says so. */
  readonly fees: readonly { readonly chargeBearers: readonly ChargeBearer[]; readonly currency: string; readonly amount: string }[];
  /** How long clearing may take to answer: seconds, or until the end of a business day so many days later. After that the bank investigates. */
  readonly answerWithin: { readonly seconds: number } | { readonly businessDays: number };
}
export type Schemes = Readonly<Record<string, Scheme>>;

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
