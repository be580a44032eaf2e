import { Amount, Currency, IsoDate, omitNullish } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** openFinance data dictionary 2.3, `reportExchangeRate`. */
export const ExchangeRate = Type.Object(
  {
    sourceCurrency: Currency,
    exchangeRate: Type.String(),
    unitCurrency: Currency,
    targetCurrency: Currency,
    quotationDate: IsoDate,
  },
  { $id: 'ExchangeRate' },
);
export type ExchangeRate = Static<typeof ExchangeRate>;

const Price = Type.Object(
  {
    amount: Type.Optional(Amount),
    percentage: Type.Optional(Type.String({ description: 'Bonds are quoted in per cent of the nominal.' })),
    priceDate: Type.Optional(IsoDate),
    priceType: Type.String({ enum: ['BIDE', 'OFFR', 'NAVL', 'MIDD', 'MRKT', 'INDC', 'ACTU'] }),
    sourceOfPrice: Type.Optional(
      Type.Object({ type: Type.String({ enum: ['FUND', 'LMAR', 'THEO', 'VEND'] }), mic: Type.Optional(Type.String()) }),
    ),
    exchangeRates: Type.Optional(Type.Array(ExchangeRate)),
  },
  { additionalProperties: false },
);

/** `financialInstrumentIdentification`; the price where the bank has one to value by. */
export const Instrument = Type.Object(
  {
    isin: Type.Optional(Type.String({ pattern: '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' })),
    other: Type.Optional(
      Type.Object({
        identification: Type.String(),
        typeProprietary: Type.Optional(Type.String()),
        typeCode: Type.Optional(Type.String()),
        suffix: Type.Optional(Type.String()),
      }),
    ),
    name: Type.String(),
    normalisedPrice: Type.Optional(Price),
  },
  { $id: 'Instrument', additionalProperties: false },
);
export type Instrument = Static<typeof Instrument>;

export interface InstrumentRow {
  readonly isin: string | null;
  readonly other: Record<string, string> | null;
  readonly instrument: string;
  readonly quotation: 'amount' | 'percentage';
  readonly instrumentCurrency: string;
}

/** The columns of an instrument `i`, for every statement that names one. */
export const instrumentColumns = 'i.isin, i.other, i.name as instrument, i.quotation, i.currency as "instrumentCurrency"';

/** Joins what a position `p` of an instrument `i` on an account `a` is valued by: the latest `price` and `rate` the bank has by a day. */
export const valuedOn = (day: string): string => /* sql */ `left join lateral (
    select q.price, q.price_date from instrument_price q
    where q.instrument_id = p.instrument_id and q.price_date <= ${day}::date order by q.price_date desc limit 1
  ) price on true
  left join lateral (
    select x.rate, x.quotation_date from exchange_rate x
    where x.source_currency = i.currency and x.target_currency = a.currency and x.quotation_date <= ${day}::date order by x.quotation_date desc limit 1
  ) rate on true`;

export const toInstrument = ({ isin, other, instrument }: InstrumentRow): Instrument =>
  omitNullish({ isin, other, name: instrument }) as Instrument;

/** Units as their instrument is held: a number of them, or a nominal amount in its currency. */
export const isNominal = ({ quotation }: InstrumentRow): boolean => quotation === 'percentage';
export const nominal = (row: InstrumentRow, amount: string) => ({ currency: row.instrumentCurrency, amount });
