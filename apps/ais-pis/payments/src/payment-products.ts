import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProductDays } from '@open-banking/ais-pis-ledger';
import { amountFault, Currency, faultsOf, Money, Refusal } from '@open-banking/messages';
import Type from 'typebox';

/**
 * Who pays the banks' charges (ISO 20022 ChargeBearerType1Code): the debtor all of them (DEBT), or each side its own bank's
 * (SHAR; SLEV: as the scheme rules). CRED is missing: this bank does not deduct its fee from the amount (PSD2 art. 81(1)).
 */
export const chargeBearers = ['DEBT', 'SHAR', 'SLEV'] as const;
export type ChargeBearer = (typeof chargeBearers)[number];

/** The limits, times and fees of a payment product. Times are the bank's local time; amounts are in the product's currency. */
export interface Scheme {
  /** False: new payments are refused; existing ones can be read and are executed. */
  readonly offered?: boolean;
  /** ISO 4217 codes; absent: any currency. */
  readonly currencies?: readonly string[];
  /** Maximum amount, a decimal string; absent: no maximum. */
  readonly highest?: string;
  /** Cut-off time of a business day, `HH:MM`; absent: payments are executed at any time of any day. */
  readonly cutOff?: string;
  /** Cut-off time of a short day, `HH:MM`; absent: the end of that day's business, or `cutOff` where that is earlier. */
  readonly shortDayCutOff?: string;
  /** Weekdays on which the product is closed besides those of its currency: 0 (Sunday) to 6; absent: none. */
  readonly restDays?: readonly number[];
  /** Business days from execution to settlement; `instant`: seconds. */
  readonly settlement: 'instant' | number;
  /** ISO 20022 bank transaction code of the debtor's entry. */
  readonly transactionCode: string;
  /** Body fields that this product requires in addition to those of every payment. */
  readonly required: readonly ('creditorAgent' | 'creditorAddress')[];
  /** Whether the creditor's account must be identified by IBAN. */
  readonly iban: boolean;
  /** Allowed values; the first is the default. */
  readonly chargeBearers: readonly ChargeBearer[];
  /** Fees for a payment to another bank, in the currency of the debtor's account. Without a matching row there is no fee. */
  readonly fees: readonly { readonly chargeBearers: readonly ChargeBearer[]; readonly currency: string; readonly amount: string }[];
  /** Time for clearing to answer: seconds, or a number of business days, up to the end of the day. After that the bank investigates. */
  readonly answerWithin: { readonly seconds: number } | { readonly businessDays: number };
}
export type Schemes = Readonly<Record<string, Scheme>>;

const exact = { additionalProperties: false };
const DecimalText = Type.String({
  pattern: '^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$',
  'x-must': 'be a decimal number, like "12.00"',
});
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', 'x-must': 'be a time of day, HH:MM' });
const Bearers = Type.Array(Type.String({ enum: [...chargeBearers] }), { minItems: 1 });

const Product = Type.Object(
  {
    offered: Type.Optional(Type.Boolean()),
    currencies: Type.Optional(Type.Array(Currency, { minItems: 1 })),
    highest: Type.Optional(DecimalText),
    cutOff: Type.Optional(TimeOfDay),
    shortDayCutOff: Type.Optional(TimeOfDay),
    restDays: Type.Optional(Type.Array(Type.Integer({ enum: [0, 1, 2, 3, 4, 5, 6] }), { maxItems: 6 })),
    settlement: Type.Union([Type.Literal('instant'), Type.Integer({ minimum: 0, maximum: 10 })], {
      'x-must': 'be instant, or a number of business days from 0 to 10',
    }),
    transactionCode: Type.String({
      pattern: '^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$',
      'x-must': 'be domain, family and sub-family of ISO 20022, like PMNT-ICDT-ESCT',
    }),
    required: Type.Array(Type.String({ enum: ['creditorAgent', 'creditorAddress'] })),
    iban: Type.Boolean(),
    chargeBearers: Bearers,
    fees: Type.Array(Type.Object({ chargeBearers: Bearers, currency: Currency, amount: DecimalText }, exact)),
    answerWithin: Type.Union(
      [
        Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: 86_400 }) }, exact),
        Type.Object({ businessDays: Type.Integer({ minimum: 0, maximum: 30 }) }, exact),
      ],
      { 'x-must': 'be {"seconds": 1 to 86400} or {"businessDays": 0 to 30}' },
    ),
  },
  exact,
);
const Products = Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,59}$' }), Product, { ...exact, minProperties: 1 });

/** Reads a file of payment products. Throws one error that names the file, each wrong place and what would be right. */
export function readPaymentProducts(file: string): Schemes {
  const products = parsed(file);
  const faults = faultsOf(Products, products).map(({ path = '', text = '' }) => `${path || 'the file'}: ${text}`);
  const wrong = faults.length > 0 ? faults : inconsistencies(products as Schemes);
  if (wrong.length > 0) throw bad(file, wrong);
  return products as Schemes;
}

/** Days and short days say something only where there is a cut-off: a product without one is executed on any day. */
const withoutCutOff = (product: string, { cutOff, shortDayCutOff, restDays }: Scheme): string[] =>
  cutOff === undefined
    ? Object.entries({ shortDayCutOff, restDays }).flatMap(([member, value]) =>
        value === undefined ? [] : [`/${product}/${member}: needs a cutOff: without one the product is executed on any day.`],
      )
    : [];

/** Faults that the schema cannot express: a fee for a combination that is not allowed, or two fees for one. */
const inconsistencies = (products: Schemes): string[] =>
  Object.entries(products).flatMap(([product, scheme]) => {
    const { chargeBearers, currencies, highest, fees } = scheme;
    const priced = fees.flatMap(({ chargeBearers: of, currency }, place) => of.map((bearer) => ({ bearer, currency, place })));
    const misfits = fees.flatMap((fee, place) => {
      const misfit = amountFault(fee);
      return misfit === undefined ? [] : [`/${product}/fees/${place}/amount: does not fit its currency: ${misfit}.`];
    });
    const highestMisfits = (highest === undefined ? [] : (currencies ?? [])).flatMap((currency) => {
      const misfit = amountFault({ currency, amount: highest! });
      return misfit === undefined ? [] : [`/${product}/highest: does not fit its currency: ${misfit}.`];
    });
    return [
      ...highestMisfits,
      ...withoutCutOff(product, scheme),
      ...misfits,
      ...priced.flatMap(({ bearer, currency, place }, at) => [
        ...(chargeBearers.includes(bearer) ? [] : [`/${product}/fees/${place}: ${bearer} is not among the chargeBearers of ${product}.`]),
        ...(currencies && !currencies.includes(currency)
          ? [`/${product}/fees/${place}: ${currency} is not among the currencies of ${product}.`]
          : []),
        ...(priced.findIndex((one) => one.bearer === bearer && one.currency === currency) < at
          ? [`/${product}/fees/${place}: there is already a fee for ${bearer} in ${currency}.`]
          : []),
      ]),
    ];
  });

const bad = (file: string, wrong: readonly string[]): Error =>
  new Error(wrong.map((line) => `PAYMENT_PRODUCTS_FILE ${file}: ${line}`).join('\n'));

function parsed(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw bad(file, [`the file cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw bad(file, [`the file is not JSON: ${(error as Error).message}`]);
  }
}

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

/**
 * Refuses products that this bank does not know, where a list is narrowed to some: nothing is found of a mistyped one, which would look
 * like a bank in order. A product that is no longer offered is known, because its payments are still in the books.
 */
export function refuseUnknownProducts(
  products: PaymentProducts,
  asked: Readonly<Record<string, string | undefined>>,
  besides: readonly string[] = [],
): void {
  const unknown = Object.entries(asked).filter(
    ([, product]) => product !== undefined && products.schemeOf(product) === undefined && !besides.includes(product),
  );
  if (unknown.length === 0) return;
  const text = `Must be one of ${[...products.known, ...besides].join(', ')}.`;
  throw new Refusal(unknown.map(([path]) => ({ code: 'FORMAT_ERROR', path, text })));
}
