import { Holder, LoadLine, type ArrivalOrder, type LoadFormat } from '@open-banking/feed';
import {
  AccountName,
  AmountIn,
  AmountOf,
  BookingDay,
  CurrencyCode,
  Day,
  Flag,
  Iban,
  Instant,
  List,
  NonZero,
  OneOf,
  Optional,
  Reference,
  Status,
  SumIn,
  SumOf,
  Text,
  TransactionId,
  Usage,
  Uuid,
  ValueDay,
  WholeNumber,
  ZeroOrMore,
} from '@open-banking/feed/load-field.decorator';

/** The fields that savings and loans share. */
class Contract {
  @Uuid() readonly accountId!: string;
  @Optional() @Iban() readonly iban?: string;
  @Optional() @Text() readonly bban?: string;
  @CurrencyCode() readonly currency!: string;
  @Text() readonly ownerName!: string;
  @Text() readonly name!: string;
  @Optional() @Text() readonly displayName?: string;
  @Text() readonly product!: string;
  @Status() readonly status!: string;
  @Usage() readonly usage!: string;
  @Optional() @Text() readonly details?: string;
  @Optional() @Iban() readonly linkedAccounts?: string;
  @List() readonly interest!: unknown[];
  @Day() readonly contractStartDate!: string;
  @Optional() @Day() readonly contractAvailabilityDate?: string;
  @SumIn('currency') readonly booked!: string;
  @SumIn('currency') readonly incoming!: string;
  @BookingDay() readonly lastBookingDate!: string;
  @Instant() readonly changedAt!: string;
}

/** The fields that booked and pending entries share. */
class EntryFacts {
  @Uuid() readonly accountId!: string;
  @Reference() readonly entryReference!: string;
  @ValueDay() readonly valueDate!: string;
  @NonZero() @AmountOf('savingsAccount', 'loanAccount') readonly amount!: string;
  @Text() readonly bankTransactionCode!: string;
  @Text() readonly proprietaryBankTransactionCode!: string;
  @Optional() @TransactionId() readonly transactionId?: string;
  @Optional() @Text() readonly creditorName?: string;
  @Optional() @AccountName() readonly creditorAccount?: object;
  @Optional() @Text() readonly debtorName?: string;
  @Optional() @AccountName() readonly debtorAccount?: object;
  @Optional() @Text() readonly remittanceUnstructured?: string;
  @Optional() @Text() readonly additionalInformation?: string;
}

/** A booked entry. */
class BookedEntry extends EntryFacts {
  @BookingDay() readonly bookingDate!: string;
  @SumOf('savingsAccount', 'loanAccount') readonly balanceAfter!: string;
}

/** A pending entry. */
class PendingEntry extends EntryFacts {
  @Day() readonly entryDate!: string;
}

/** Entries are booked in the order in which they arrive, each with the balance after it. */
const bookedAfter = (kind: 'savings' | 'loan'): ArrivalOrder => ({
  parent: `${kind}_account`,
  late: `${kind}_late_entry`,
  namedByReference: true,
  running: { amount: 'amount', after: 'balance_after' },
});

@LoadLine({ table: 'savings_account', resource: 'accountId', key: ['accountId'], fixed: ['currency', 'contractStartDate'] })
class SavingsAccount extends Contract {
  @OneOf('SVGS') readonly cashAccountType!: string;
  @Optional() @Day() readonly contractEndDate?: string;
}

@LoadLine({ table: 'savings_entry', resource: 'accountId', arrivals: bookedAfter('savings') })
class SavingsEntry extends BookedEntry {}

@LoadLine({
  table: 'savings_pending_entry',
  resource: 'accountId',
  key: ['accountId', 'entryDate', 'entryReference'],
  kept: ['transactionId'],
  removable: true,
})
class SavingsPendingEntry extends PendingEntry {}

@LoadLine({ table: 'loan_account', resource: 'accountId', key: ['accountId'], fixed: ['currency', 'contractStartDate'] })
class LoanAccount extends Contract {
  @OneOf('LOAN') readonly cashAccountType!: string;
  @Day() readonly contractEndDate!: string;
  @Flag() readonly collateralsInvolved!: boolean;
  @Flag() readonly guaranteeInvolved!: boolean;
  @ZeroOrMore() @AmountIn('currency') readonly originalAmount!: string;
}

@LoadLine({ table: 'loan_entry', resource: 'accountId', arrivals: bookedAfter('loan') })
class LoanEntry extends BookedEntry {}

@LoadLine({
  table: 'loan_pending_entry',
  resource: 'accountId',
  key: ['accountId', 'entryDate', 'entryReference'],
  kept: ['transactionId'],
  removable: true,
})
class LoanPendingEntry extends PendingEntry {}

@LoadLine({ table: 'loan_instalment', resource: 'accountId', key: ['accountId', 'number'] })
class LoanInstalment {
  @Uuid() readonly accountId!: string;
  @WholeNumber() readonly number!: number;
  @Day() readonly dueDate!: string;
  @AmountOf('loanAccount') readonly openingBalance!: string;
  @AmountOf('loanAccount') readonly indexation!: string;
  @AmountOf('loanAccount') readonly interest!: string;
  @AmountOf('loanAccount') readonly principal!: string;
  @AmountOf('loanAccount') readonly fees!: string;
  @AmountOf('loanAccount') readonly instalment!: string;
  @AmountOf('loanAccount') readonly closingBalance!: string;
  @Optional() @Day() readonly paidOn?: string;
}

export const loadFormat: LoadFormat = {
  holder: Holder,
  savingsAccount: SavingsAccount,
  savingsEntry: SavingsEntry,
  savingsPendingEntry: SavingsPendingEntry,
  loanAccount: LoanAccount,
  loanEntry: LoanEntry,
  loanPendingEntry: LoanPendingEntry,
  loanInstalment: LoanInstalment,
};

/** What docs/load-formats.md says of the sums in a file. */
export const loadRules = `
\`booked\`, \`incoming\`, \`lastBookingDate\` and \`balanceAfter\` as above. A loan's instalments begin with
\`originalAmount\`, each where the last one ended, and end at zero; \`instalment\` is interest + principal + fees, and
\`closingBalance\` is \`openingBalance\` + indexation - principal. What fell due until \`lastBookingDate\` is booked as
\`INDEXATION\`, \`INTEREST_CHARGED\` and \`FEE_CHARGED\`, what has \`paidOn\` as \`PRINCIPAL\`, \`INTEREST_PAID\` and \`FEE_PAID\`.
`;
