import { AccountReference, Amount, Balance, withDescription, discloses, Instant, IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { evaluationQuery } from '../instruments/evaluation.js';
import { ExchangeRate, Instrument } from '../instruments/instrument.js';

/** openFinance data dictionary 2.3, `securitiesPosition`. Bonds are held as a nominal amount, all others as a number of units. */
export const Position = Type.Object(
  {
    financialInstrument: withDescription(Instrument, 'Instrument that is held, with its latest price.'),
    unitsNumber: Type.Optional(Type.Number({ description: 'Number of units held; absent for bonds.' })),
    unitsNominal: Type.Optional(withDescription(Amount, 'Nominal amount held, for bonds; absent otherwise.')),
    safekeepingPlace: Type.String({ description: 'BIC (ISO 9362) of the custodian.' }),
    safekeepingCountry: Type.String({ description: 'Country of safekeeping as an ISO 3166-1 alpha-2 code.' }),
    balanceType: Type.String({ description: 'Kind of holding as an openFinance SecuritiesBalanceTypeCode; `AVAI` is available.' }),
    averageBuyingPrice: Type.Optional(withDescription(Amount, 'Average price paid for one unit; absent for bonds.')),
    totalBuyingPrice: Type.Optional(withDescription(Amount, 'Total price paid, for bonds; absent otherwise.')),
    estimatedCurrentValue: Type.Optional(
      Type.Object(
        {
          amount: withDescription(Amount, 'Value of the position.'),
          evaluationDate: withDescription(IsoDate, 'Day of the price that the value was computed with.'),
        },
        {
          additionalProperties: false,
          description: "Value of the position in the account's currency; absent where the bank has no price.",
        },
      ),
    ),
    accruedInterest: Type.Optional(
      Type.Object(
        {
          daysAccrued: Type.Number({ description: 'Number of days since the last coupon.' }),
          amounts: Type.Array(Amount, { description: 'Accrued interest, one amount for each currency.' }),
        },
        { additionalProperties: false, description: 'Interest accrued since the last coupon, for bonds; absent otherwise.' },
      ),
    ),
    currencyExchange: Type.Optional(
      Type.Array(ExchangeRate, {
        description: "Rates used to convert the value into the account's currency; absent where nothing was converted.",
      }),
    ),
    details: Type.Optional(Type.String({ description: 'Remarks about the position; absent where there are none.' })),
  },
  { $id: 'Position', additionalProperties: false },
);
export type Position = Static<typeof Position>;

export const Positions = Type.Object(
  {
    ...discloses('none', {
      securitiesAccount: withDescription(AccountReference, 'The securities account whose positions these are.'),
      reportDateTime: withDescription(Instant, 'Instant at which the positions were read.'),
    }),
    // The holdings of a securities account correspond to the balance of other accounts, and need the same permission.
    ...discloses('balance', {
      balances: Type.Array(Balance, { description: 'Total value of the holdings.' }),
      positionList: Type.Array(Position, { description: 'Positions of the account, one for each instrument.' }),
    }),
  },
  { additionalProperties: false },
);
export type Positions = Static<typeof Positions>;

export const PositionsQuery = Type.Object(evaluationQuery, { additionalProperties: false });
export type PositionsQuery = Static<typeof PositionsQuery>;
