import { unsupportedFaults } from '@open-banking/http';
import { AccountReference, Amount, Balance, discloses, Instant, IsoDate, type Fault } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { ExchangeRate, Instrument } from '../instruments/instrument.js';

/** openFinance data dictionary 2.3, `securitiesPosition`. Of a bond the nominal is held, of anything else a number of units. */
export const Position = Type.Object(
  {
    financialInstrument: Instrument,
    unitsNumber: Type.Optional(Type.Number()),
    unitsNominal: Type.Optional(Amount),
    safekeepingPlace: Type.String({ description: 'BIC.' }),
    safekeepingCountry: Type.String(),
    balanceType: Type.String({ description: 'SecuritiesBalanceTypeCode: AVAI is available.' }),
    averageBuyingPrice: Type.Optional(Amount),
    totalBuyingPrice: Type.Optional(Amount),
    estimatedCurrentValue: Type.Optional(Type.Object({ amount: Amount, evaluationDate: IsoDate }, { additionalProperties: false })),
    accruedInterest: Type.Optional(
      Type.Object({ daysAccrued: Type.Number(), amounts: Type.Array(Amount) }, { additionalProperties: false }),
    ),
    currencyExchange: Type.Optional(Type.Array(ExchangeRate)),
    details: Type.Optional(Type.String()),
  },
  { $id: 'Position', additionalProperties: false },
);
export type Position = Static<typeof Position>;

export const Positions = Type.Object(
  {
    ...discloses('none', { securitiesAccount: AccountReference, reportDateTime: Instant }),
    // What is held is what a securities account has instead of a balance.
    ...discloses('balance', { balances: Type.Array(Balance), positionList: Type.Array(Position) }),
  },
  { additionalProperties: false },
);
export type Positions = Static<typeof Positions>;

export const evaluationQuery = { evaluationCurrency: Type.Optional(Type.String({ description: 'Not supported: 400.' })) };
export const PositionsQuery = Type.Object(evaluationQuery, { additionalProperties: false });
export type PositionsQuery = Static<typeof PositionsQuery>;

export const evaluationFaults = (query: PositionsQuery): Fault[] => unsupportedFaults(query, ['evaluationCurrency']);
