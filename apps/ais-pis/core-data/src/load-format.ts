import { Holder, LoadLine, type LoadFormat } from '@open-banking/feed';
import {
  AccountName,
  AccountNumber,
  AmountOf,
  Bic,
  BookingDay,
  BranchNumber,
  CurrencyCode,
  Day,
  Iban,
  Instant,
  LatinName,
  List,
  LoginSubject,
  NonZero,
  OneOf,
  Optional,
  PasswordHash,
  PaymentProduct,
  Reference,
  Status,
  SumOf,
  Text,
  TimeOfDay,
  TransactionId,
  Usage,
  Uuid,
  ValueDay,
  Weekday,
  ZeroOrMore,
} from '@open-banking/feed/load-field.decorator';

/** The fields that booked and pending entries share. */
class EntryFacts {
  @Uuid() readonly accountId!: string;
  @Reference() readonly entryReference!: string;
  @ValueDay() readonly valueDate!: string;
  @NonZero() @AmountOf('account') readonly amount!: string;
  @Text() readonly bankTransactionCode!: string;
  @Optional() @TransactionId() readonly transactionId?: string;
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

@LoadLine({ table: 'psu', key: ['psuId'] })
class Psu {
  @Uuid() readonly psuId!: string;
  @Text() readonly login!: string;
  @Optional() @PasswordHash() readonly passwordHash?: string;
  @Optional() @LoginSubject() readonly loginSubject?: string;
  @Text() readonly name!: string;
  @OneOf('en', 'he', 'ar') readonly language!: string;
}

@LoadLine({ table: 'account', key: ['accountId'], resource: 'accountId', fixed: ['iban', 'currency', 'openedOn'] })
class Account {
  @Uuid() readonly accountId!: string;
  @Iban() readonly iban!: string;
  @Bic() readonly bic!: string;
  @Optional() @BranchNumber() readonly branchNumber?: string;
  @Optional() @AccountNumber() readonly accountNumber?: string;
  @CurrencyCode() readonly currency!: string;
  @Text() readonly ownerName!: string;
  @Optional() @LatinName() readonly ownerLatinName?: string;
  @Text() readonly name!: string;
  @Optional() @Text() readonly displayName?: string;
  @Text() readonly product!: string;
  @OneOf('CACC') readonly cashAccountType!: string;
  @Status() readonly status!: string;
  @Usage() readonly usage!: string;
  @Optional() @Text() readonly details?: string;
  @Day() readonly openedOn!: string;
}

/** Another name that the account's owners go by, such as the same name in another script: a payment to any of their names matches. */
@LoadLine({ table: 'account_owner_name', key: ['accountId', 'name'], resource: 'accountId', removable: true })
class AccountOwnerName {
  @Uuid() readonly accountId!: string;
  @Text() readonly name!: string;
}

@LoadLine({ table: 'account_balance', key: ['accountId'], resource: 'accountId', own: ['lastBookingDate', 'bookedBefore', 'changedAt'] })
class AccountBalance {
  @Uuid() readonly accountId!: string;
  @SumOf('account') readonly booked!: string;
  @ZeroOrMore() @SumOf('account') readonly reserved!: string;
  @ZeroOrMore() @SumOf('account') readonly incoming!: string;
  @ZeroOrMore() @AmountOf('account') readonly overdraft!: string;
  @BookingDay() readonly lastBookingDate!: string;
  @SumOf('account') readonly bookedBefore!: string;
  @Instant() readonly changedAt!: string;
}

@LoadLine({ table: 'entry', resource: 'accountId' })
class Entry extends EntryFacts {
  @BookingDay() readonly bookingDate!: string;
  @Instant() readonly bookedAt!: string;
  @SumOf('account') readonly balanceAfter!: string;
  @Optional() @Text() readonly checkId?: string;
  @Optional() @Text() readonly ultimateCreditor?: string;
  @Optional() @Text() readonly ultimateDebtor?: string;
}

@LoadLine({
  table: 'pending_entry',
  key: ['accountId', 'entryDate', 'entryReference'],
  kept: ['transactionId'],
  resource: 'accountId',
  own: 'rows',
})
class PendingEntry extends EntryFacts {
  @Day() readonly entryDate!: string;
}

/** A day without business in a currency. */
@LoadLine({ table: 'holiday', key: ['currency', 'day'], removable: true })
class Holiday {
  @CurrencyCode() readonly currency!: string;
  @Day() readonly day!: string;
  @Text() readonly name!: string;
}

/** A weekday without business in a currency or, with `endsAt`, one on which business ends then. */
@LoadLine({ table: 'rest_day', key: ['currency', 'weekday'], removable: true })
class RestDay {
  @CurrencyCode() readonly currency!: string;
  @Weekday() readonly weekday!: number;
  @Optional() @TimeOfDay() readonly endsAt?: string;
}

/** A day on which business in a currency ends early. */
@LoadLine({ table: 'short_day', key: ['currency', 'day'], removable: true })
class ShortDay {
  @CurrencyCode() readonly currency!: string;
  @Day() readonly day!: string;
  @Text() readonly name!: string;
  @TimeOfDay() readonly endsAt!: string;
}

/** A day on which a payment product is closed although there is business in its currency. */
@LoadLine({ table: 'product_rest_day', key: ['paymentProduct', 'day'], removable: true })
class ProductRestDay {
  @PaymentProduct() readonly paymentProduct!: string;
  @Day() readonly day!: string;
  @Text() readonly name!: string;
}

export const loadFormat: LoadFormat = {
  psu: Psu,
  account: Account,
  holder: Holder,
  accountOwnerName: AccountOwnerName,
  accountBalance: AccountBalance,
  entry: Entry,
  pendingEntry: PendingEntry,
  holiday: Holiday,
  restDay: RestDay,
  shortDay: ShortDay,
  productRestDay: ProductRestDay,
};

/** What docs/load-formats.md says of the sums in a file. */
export const loadRules = `
\`booked\` is the sum of the entries, \`bookedBefore\` the same without those of \`lastBookingDate\`, \`reserved\` the
pending debits without their sign, \`incoming\` the pending credits; \`balanceAfter\` is the sum up to an entry. \`booked\` -
\`reserved\` + \`overdraft\` is not below zero. A later file of entries has the account's \`accountBalance\` line too.
`;
