import { Amount, amountText, Currency, withDescription, IsoDate, omitNullish } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** openFinance data dictionary 2.3, `reportExchangeRate`. */
export const ExchangeRate = Type.Object(
  {
    sourceCurrency: withDescription(Currency, 'Currency that is converted, an ISO 4217 code.'),
    exchangeRate: Type.String({
      description: 'Rate as a decimal string: units of the other currency per unit of `unitCurrency`.',
    }),
    unitCurrency: withDescription(Currency, 'Currency that the rate is quoted for one unit of, an ISO 4217 code.'),
    targetCurrency: withDescription(Currency, 'Currency it is converted to, an ISO 4217 code.'),
    quotationDate: withDescription(IsoDate, 'Day on which the rate was quoted.'),
  },
  { additionalProperties: false, $id: 'ExchangeRate' },
);
export type ExchangeRate = Static<typeof ExchangeRate>;

const Price = Type.Object(
  {
    amount: Type.Optional(withDescription(Amount, 'Price as an amount; absent where the price is a percentage.')),
    percentage: Type.Optional(
      Type.String({ description: 'Price in per cent of the nominal, for bonds; absent where the price is an amount.' }),
    ),
    priceDate: Type.Optional(withDescription(IsoDate, 'Day of the price.')),
    priceType: Type.String({
      enum: ['BIDE', 'OFFR', 'NAVL', 'MIDD', 'MRKT', 'INDC', 'ACTU'],
      description: 'Kind of price as an openFinance code, such as `MRKT` for the market price.',
    }),
    sourceOfPrice: Type.Optional(
      Type.Object(
        {
          type: Type.String({
            enum: ['FUND', 'LMAR', 'THEO', 'VEND'],
            description: 'Kind of source: a fund, a local market, a theoretical value or a data vendor.',
          }),
          mic: Type.Optional(Type.String({ description: 'Market identifier code (ISO 10383).' })),
        },
        { additionalProperties: false, description: 'Where the price comes from; absent where it is not known.' },
      ),
    ),
    exchangeRates: Type.Optional(
      Type.Array(ExchangeRate, { description: "Rates that convert the price into the account's currency; absent where none is needed." }),
    ),
  },
  { additionalProperties: false },
);

/** openFinance `financialInstrumentIdentification`, with the price if the bank has one. */
export const Instrument = Type.Object(
  {
    isin: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}[A-Z0-9]{9}[0-9]$',
        description: 'International securities identification number (ISO 6166); absent where the instrument has none.',
      }),
    ),
    other: Type.Optional(
      Type.Object(
        {
          identification: Type.String({ description: 'The identification itself.' }),
          typeProprietary: Type.Optional(Type.String({ description: "Kind of identification in the issuer's own words." })),
          typeCode: Type.Optional(Type.String({ description: 'Kind of identification as an ISO 20022 code.' })),
          suffix: Type.Optional(Type.String({ description: 'Suffix of the identification.' })),
        },
        { additionalProperties: false, description: 'Another identification of the instrument; absent where it has an ISIN.' },
      ),
    ),
    name: Type.String({ description: 'Name of the instrument.' }),
    normalisedPrice: Type.Optional(
      withDescription(Price, 'Latest price that the bank has; absent where it has none or the operation shows none.'),
    ),
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

/** SQL: the columns of an instrument `i`. */
export const instrumentColumns = 'i.isin, i.other, i.name as instrument, i.quotation, i.currency as "instrumentCurrency"';

/** SQL: joins the latest `price` and `rate` up to a day, which value a position `p` of an instrument `i` on an account `a`. */
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

/** Units in the notation of their instrument: a number, or for bonds a nominal amount in its currency. */
export const isNominal = ({ quotation }: InstrumentRow): boolean => quotation === 'percentage';
export const nominal = ({ instrumentCurrency: currency }: InstrumentRow, amount: string) => ({
  currency,
  amount: amountText(currency, amount),
});
