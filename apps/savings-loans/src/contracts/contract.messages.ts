import { pageQuery } from '@open-banking/access';
import { periodFaults, periodQuery, unsupportedFaults, unsupportedQuery, type BankDay } from '@open-banking/http';
import {
  AccountReference,
  Amount,
  Balance,
  CashAccountType,
  Currency,
  discloses,
  Instant,
  IsoDate,
  linksNamed,
  type Fault,
} from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const Interest = Type.Object(
  {
    type: Type.Optional(Type.String({ enum: ['FIXD', 'INDE'] })),
    relatedIndices: Type.Optional(
      Type.Array(
        Type.Object({
          index: Type.Optional(Type.String()),
          rootIndexValue: Type.Optional(Type.String()),
          exchangeRate: Type.Optional(Type.String()),
          additionalInformation: Type.Optional(Type.String()),
        }),
      ),
    ),
    rate: Type.Array(Type.Object({ percentage: Type.String(), fromAmount: Type.Optional(Amount), toAmount: Type.Optional(Amount) })),
    fromDateTime: Type.Optional(Instant),
    toDateTime: Type.Optional(Instant),
    changeMechanism: Type.Optional(Type.String()),
  },
  { $id: 'Interest' },
);

/** A savings or loan account (openFinance data dictionary 2.3, `accountDetails`). */
export const ContractAccount = Type.Object(
  {
    ...discloses('none', {
      resourceId: Type.String({ format: 'uuid' }),
      iban: Type.Optional(Type.String()),
      bban: Type.Optional(Type.String()),
      currency: Currency,
    }),
    ...discloses('owner', { ownerName: Type.Optional(Type.String({ description: 'Where the consent grants it.' })) }),
    ...discloses('none', {
      name: Type.String(),
      displayName: Type.Optional(Type.String()),
      product: Type.String(),
      cashAccountType: CashAccountType,
      status: Type.String({ enum: ['enabled', 'blocked', 'deleted'] }),
    }),
    // A contract without the account that pays it would not be understood: openFinance has it among the details.
    ...discloses('otherAccount', { linkedAccounts: Type.Optional(Type.String()) }, 'accounts'),
    ...discloses('none', {
      usage: Type.String({ enum: ['PRIV', 'ORGA'] }),
      details: Type.Optional(Type.String()),
    }),
    ...discloses('balance', { balances: Type.Optional(Type.Array(Balance)) }),
    ...discloses('none', {
      interest: Type.Array(Interest),
      relatedDates: Type.Object(
        {
          contractStartDate: Type.Optional(IsoDate),
          contractEndDate: Type.Optional(IsoDate),
          contractAvailabilityDate: Type.Optional(IsoDate),
        },
        { additionalProperties: false },
      ),
      collateralsInvolved: Type.Optional(Type.Boolean()),
      guaranteeInvolved: Type.Optional(Type.Boolean()),
      _links: linksNamed('balances', 'transactions'),
    }),
  },
  { $id: 'ContractAccount', additionalProperties: false },
);
export type ContractAccount = Static<typeof ContractAccount>;

/** An entry (openFinance data dictionary 2.3, `transactions`). What raises the balance is positive. */
export const ContractEntry = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ description: 'The same from pending to booked.' }),
      entryReference: Type.String({ description: 'The order of booking; a pending entry gets another one when it is booked.' }),
      bookingDate: Type.Optional(IsoDate),
      valueDate: IsoDate,
      transactionAmount: Amount,
    }),
    ...discloses('otherAccount', {
      creditorName: Type.Optional(Type.String()),
      creditorAccount: Type.Optional(AccountReference),
      debtorName: Type.Optional(Type.String()),
      debtorAccount: Type.Optional(AccountReference),
    }),
    ...discloses('none', {
      remittanceInformationUnstructured: Type.Optional(Type.String()),
      additionalInformation: Type.Optional(Type.String()),
      bankTransactionCode: Type.String(),
      proprietaryBankTransactionCode: Type.String(),
    }),
    ...discloses('balance', { balanceAfterTransaction: Type.Optional(Balance) }),
  },
  { $id: 'ContractEntry', additionalProperties: false },
);
export type ContractEntry = Static<typeof ContractEntry>;

export const ContractEntries = Type.Object(
  {
    booked: Type.Optional(Type.Array(ContractEntry)),
    pending: Type.Optional(Type.Array(ContractEntry)),
    ...discloses('none', { _links: linksNamed('account', 'first', 'next') }),
  },
  { $id: 'ContractEntries', additionalProperties: false },
);
export type ContractEntries = Static<typeof ContractEntries>;

const flag = (description: string) => Type.Optional(Type.String({ enum: ['true', 'false'], description }));

export const WithBalance = Type.Object(
  { withBalance: flag('Balances too, of the accounts whose balances the consent covers.') },
  { additionalProperties: false },
);
export type WithBalance = Static<typeof WithBalance>;

export const EntriesQuery = Type.Object(
  {
    bookingStatus: Type.Optional(
      Type.String({
        enum: ['booked', 'pending', 'both', 'all', 'information'],
        description: 'Default `booked`. `all` is `both`: these accounts have no standing orders.',
      }),
    ),
    withBalance: flag('Balances too; the consent must cover them.'),
    ...periodQuery,
    ...pageQuery,
    ...unsupportedQuery,
  },
  { additionalProperties: false },
);
export type EntriesQuery = Static<typeof EntriesQuery>;

export const entriesFaults = (query: EntriesQuery, day: BankDay): Fault[] => [...unsupportedFaults(query), ...periodFaults(query, day)];
