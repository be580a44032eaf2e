import { pageQuery } from '@open-banking/access';
import { periodFaults, periodQuery, unsupportedFaults, unsupportedQuery, type BankDay } from '@open-banking/http';
import {
  AccountReference,
  Amount,
  Balance,
  CashAccountType,
  Currency,
  withDescription,
  discloses,
  Instant,
  IsoDate,
  linksNamed,
  type Fault,
} from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const Interest = Type.Object(
  {
    type: Type.Optional(
      Type.String({
        enum: ['FIXD', 'INDE'],
        description: '`FIXD` is a fixed rate, `INDE` follows an index; absent where it is not known.',
      }),
    ),
    relatedIndices: Type.Optional(
      Type.Array(
        Type.Object(
          {
            index: Type.Optional(Type.String({ description: 'Name of the index.' })),
            rootIndexValue: Type.Optional(Type.String({ description: 'Value of the index when the contract began, as a decimal string.' })),
            exchangeRate: Type.Optional(Type.String({ description: 'Exchange rate when the contract began, as a decimal string.' })),
            additionalInformation: Type.Optional(Type.String({ description: 'Remarks about the index.' })),
          },
          { additionalProperties: false },
        ),
        { description: 'Indices that the rate follows; absent for a fixed rate.' },
      ),
    ),
    rate: Type.Array(
      Type.Object(
        {
          percentage: Type.String({ description: 'Interest rate in per cent a year, as a decimal string.' }),
          fromAmount: Type.Optional(withDescription(Amount, 'Lowest balance the rate applies to; absent where there is no lower bound.')),
          toAmount: Type.Optional(withDescription(Amount, 'Highest balance the rate applies to; absent where there is no upper bound.')),
        },
        { additionalProperties: false },
      ),
      { description: 'Rates, each with the range of amounts it applies to.' },
    ),
    fromDateTime: Type.Optional(withDescription(Instant, 'Instant from which the rates apply.')),
    toDateTime: Type.Optional(withDescription(Instant, 'Instant until which the rates apply; absent where no end is known.')),
    changeMechanism: Type.Optional(Type.String({ description: 'How the rate changes, in plain words; absent where it cannot change.' })),
  },
  { $id: 'Interest', additionalProperties: false },
);

/** A savings or loan account (openFinance data dictionary 2.3, `accountDetails`). */
export const ContractAccount = Type.Object(
  {
    ...discloses('none', {
      resourceId: Type.String({
        format: 'uuid',
        description: 'Id of the resource in this interface; the paths of the other operations use it.',
      }),
      iban: Type.Optional(Type.String({ description: 'IBAN of the account (ISO 13616); absent where it has none.' })),
      bban: Type.Optional(Type.String({ description: 'Basic bank account number; absent where the account has an IBAN.' })),
      currency: withDescription(Currency, 'Currency of the account, an ISO 4217 code.'),
    }),
    ...discloses('owner', {
      ownerName: Type.Optional(Type.String({ description: "Name of the account's owner; absent unless the consent grants it." })),
    }),
    ...discloses('none', {
      name: Type.String({ description: 'Name the bank gives the account.' }),
      displayName: Type.Optional(Type.String({ description: 'Name the customer has given it; absent where the customer has given none.' })),
      product: Type.String({ description: "Name of the bank's product that the account is held under." }),
      cashAccountType: withDescription(
        CashAccountType,
        'Kind of account as an ISO 20022 ExternalCashAccountType1Code: `SVGS` is savings, `LOAN` is a loan.',
      ),
      status: Type.String({
        enum: ['enabled', 'blocked', 'deleted'],
        description: '`enabled` can be used, `blocked` is blocked by the bank or the customer, `deleted` is closed.',
      }),
    }),
    // openFinance lists the paying account among the details, so it needs no permission of its own.
    ...discloses(
      'otherAccount',
      {
        linkedAccounts: Type.Optional(
          Type.String({ description: 'IBAN of the current account that pays into and out of this account; absent where there is none.' }),
        ),
      },
      'accounts',
    ),
    ...discloses('none', {
      usage: Type.String({ enum: ['PRIV', 'ORGA'], description: '`PRIV` is a private product, `ORGA` one of an organisation.' }),
      details: Type.Optional(Type.String({ description: 'Remarks of the bank about the account; absent where there are none.' })),
    }),
    ...discloses('balance', {
      balances: Type.Optional(
        Type.Array(Balance, {
          description: 'Balances of the account; absent unless `withBalance=true` was requested and the consent covers balances.',
        }),
      ),
    }),
    ...discloses('none', {
      interest: Type.Array(Interest, { description: 'Interest terms of the account.' }),
      relatedDates: Type.Object(
        {
          contractStartDate: Type.Optional(withDescription(IsoDate, 'Day on which the contract began.')),
          contractEndDate: Type.Optional(withDescription(IsoDate, 'Day on which the contract ends; absent where it has no end.')),
          contractAvailabilityDate: Type.Optional(
            withDescription(IsoDate, 'First day on which the money can be withdrawn, or the loan repaid, without loss.'),
          ),
        },
        { additionalProperties: false, description: 'Dates of the contract.' },
      ),
      collateralsInvolved: Type.Optional(Type.Boolean({ description: 'Whether collateral secures the contract; absent for savings.' })),
      guaranteeInvolved: Type.Optional(Type.Boolean({ description: 'Whether a guarantor secures the contract; absent for savings.' })),
      _links: withDescription(
        linksNamed('balances', 'transactions'),
        "Paths of the account's balances and transactions, each only where the consent covers them.",
      ),
    }),
  },
  { $id: 'ContractAccount', additionalProperties: false },
);
export type ContractAccount = Static<typeof ContractAccount>;

/** An entry (openFinance data dictionary 2.3, `transactions`). Positive amounts raise the balance. */
export const ContractEntry = Type.Object(
  {
    ...discloses('none', {
      transactionId: Type.String({ description: 'Id of the entry, the same from pending to booked.' }),
      entryReference: Type.String({
        description: 'Reference that gives the order of booking; a pending entry gets another one when it is booked.',
      }),
      bookingDate: Type.Optional(withDescription(IsoDate, 'Day on which the entry was booked; absent while it is pending.')),
      valueDate: withDescription(IsoDate, 'Day from which the amount counts for interest.'),
      transactionAmount: withDescription(Amount, "Amount of the entry in the account's currency; positive where it raises the balance."),
    }),
    ...discloses('otherAccount', {
      creditorName: Type.Optional(Type.String({ description: 'Name of the party that receives the money; absent where it is not known.' })),
      creditorAccount: Type.Optional(withDescription(AccountReference, 'Account that receives the money; absent where it is not known.')),
      debtorName: Type.Optional(Type.String({ description: 'Name of the party that pays; absent where it is not known.' })),
      debtorAccount: Type.Optional(withDescription(AccountReference, 'Account that pays; absent where it is not known.')),
    }),
    ...discloses('none', {
      remittanceInformationUnstructured: Type.Optional(
        Type.String({ description: 'Free text that says what the money is for; absent where there is none.' }),
      ),
      additionalInformation: Type.Optional(
        Type.String({ description: 'Further remarks of the bank about the entry; absent where there are none.' }),
      ),
      bankTransactionCode: Type.String({
        description: 'Kind of entry as an ISO 20022 bank transaction code (domain, family and sub-family).',
      }),
      proprietaryBankTransactionCode: Type.String({ description: "Kind of entry in this bank's own code." }),
    }),
    ...discloses('balance', {
      balanceAfterTransaction: Type.Optional(
        withDescription(Balance, 'Balance of the account after this entry; absent unless the consent covers balances.'),
      ),
    }),
  },
  { $id: 'ContractEntry', additionalProperties: false },
);
export type ContractEntry = Static<typeof ContractEntry>;

export const ContractEntries = Type.Object(
  {
    booked: Type.Optional(
      Type.Array(ContractEntry, { description: 'Booked entries, newest first; absent where the request did not ask for them.' }),
    ),
    pending: Type.Optional(
      Type.Array(ContractEntry, {
        description: 'Entries that are announced but not booked yet; absent where the request did not ask for them.',
      }),
    ),
    ...discloses('none', {
      _links: withDescription(
        linksNamed('account', 'first', 'next'),
        'Paths of the account, the first page and, except on the last page, the next page.',
      ),
    }),
  },
  { $id: 'ContractEntries', additionalProperties: false },
);
export type ContractEntries = Static<typeof ContractEntries>;

const flag = (description: string) => Type.Optional(Type.String({ enum: ['true', 'false'], description }));

export const WithBalance = Type.Object(
  { withBalance: flag('`true` adds balances to the accounts whose balances the consent covers; default `false`.') },
  { additionalProperties: false },
);
export type WithBalance = Static<typeof WithBalance>;

export const EntriesQuery = Type.Object(
  {
    bookingStatus: Type.Optional(
      Type.String({
        enum: ['booked', 'pending', 'both', 'all', 'information'],
        description: 'Which entries to answer; default `booked`. `all` equals `both`, as these accounts have no standing orders.',
      }),
    ),
    withBalance: flag('`true` adds the balances of the account, which the consent must cover; default `false`.'),
    ...periodQuery,
    ...pageQuery,
    ...unsupportedQuery,
  },
  { additionalProperties: false },
);
export type EntriesQuery = Static<typeof EntriesQuery>;

export const entriesFaults = (query: EntriesQuery, day: BankDay): Fault[] => [...unsupportedFaults(query), ...periodFaults(query, day)];
