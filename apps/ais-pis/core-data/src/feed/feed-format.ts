import { Holder, LoadLine, type LoadFormat } from '@open-banking/feed';
import {
  AccountName,
  AmountOf,
  BookingDay,
  List,
  NonZero,
  Optional,
  SumOf,
  Text,
  TransactionId,
  Uuid,
  ValueDay,
  ZeroOrMore,
} from '@open-banking/feed/load-field.decorator';
import { loadFormat } from '../load-format.js';

/** The fields that booked and pending entries share. What the bank gives them itself is not among them: reference, time and balance after. */
class FedEntryFacts {
  @Uuid() readonly accountId!: string;
  @TransactionId() readonly transactionId!: string;
  @ValueDay() readonly valueDate!: string;
  @NonZero() @AmountOf('account') readonly amount!: string;
  @Text() readonly bankTransactionCode!: string;
  @Optional() @Text() readonly endToEndId?: string;
  @Optional() @Text() readonly mandateId?: string;
  @Optional() @Text() readonly creditorId?: string;
  @Optional() @Text() readonly creditorName?: string;
  @Optional() @AccountName() readonly creditorAccount?: object;
  @Optional() @Text() readonly creditorAgent?: string;
  @Optional() @Text() readonly debtorName?: string;
  @Optional() @AccountName() readonly debtorAccount?: object;
  @Optional() @Text() readonly debtorAgent?: string;
  @Optional() @Text() readonly remittanceUnstructured?: string;
  @Optional() @Text() readonly remittanceStructured?: string;
  @Optional() @Text() readonly purposeCode?: string;
  @Optional() @Text() readonly proprietaryBankTransactionCode?: string;
  @Optional() @Text() readonly additionalInformation?: string;
  @Optional() @List() readonly currencyExchange?: unknown[];
}

@LoadLine({ table: 'entry', resource: 'accountId' })
export class FedEntry extends FedEntryFacts {
  @BookingDay() readonly bookingDate!: string;
  @Optional() @Text() readonly checkId?: string;
  @Optional() @Text() readonly ultimateCreditor?: string;
  @Optional() @Text() readonly ultimateDebtor?: string;
}

@LoadLine({ table: 'pending_entry', key: ['accountId', 'transactionId'], resource: 'accountId', removable: true })
export class FedPendingEntry extends FedEntryFacts {}

/** What the core says of an account: its credit line, and what must be booked on it by now. */
@LoadLine({ table: 'account_balance', key: ['accountId'], resource: 'accountId' })
export class FedBalance {
  @Uuid() readonly accountId!: string;
  @Optional() @SumOf('account') readonly booked?: string;
  @Optional() @ZeroOrMore() @AmountOf('account') readonly overdraft?: string;
}

const { psu, account, accountOwnerName, holiday, restDay, shortDay, productRestDay } = loadFormat;

/** Rows that are as the core says; entries and balances are booked. */
export const rowFormat: LoadFormat = {
  psu: psu!,
  account: account!,
  holder: Holder,
  accountOwnerName: accountOwnerName!,
  holiday: holiday!,
  restDay: restDay!,
  shortDay: shortDay!,
  productRestDay: productRestDay!,
};

/** The lines of a feed of ais-pis by their type. */
export const feedFormat: LoadFormat = {
  ...rowFormat,
  accountBalance: FedBalance,
  entry: FedEntry,
  pendingEntry: FedPendingEntry,
};
