import { Holder, LoadLine, type LoadFormat } from '@open-banking/feed';
import {
  AccountNumber,
  AmountIn,
  AmountOf,
  AmountWithoutCurrency,
  BookingDay,
  BranchNumber,
  CurrencyCode,
  Day,
  Iban,
  Instant,
  NonZero,
  OneOf,
  Optional,
  Percentage,
  Rate,
  Reference,
  SumOf,
  Text,
  Usage,
  Uuid,
  WholeNumber,
  ZeroOrMore,
} from '@open-banking/feed/load-field.decorator';

/** A numbered part of a loan. */
class PartOfLoan {
  @Uuid() readonly loanId!: string;
  @WholeNumber() readonly number!: number;
}

@LoadLine({ table: 'branch_account', resource: 'accountId', key: ['accountId'], fixed: ['currency', 'customerSince'] })
class BranchAccount {
  @Uuid() readonly accountId!: string;
  @BranchNumber() readonly branchNumber!: string;
  @AccountNumber() readonly accountNumber!: string;
  @Iban() readonly iban!: string;
  @CurrencyCode() readonly currency!: string;
  @Text() readonly ownerName!: string;
  @Usage() readonly usage!: string;
  @ZeroOrMore() @AmountIn('currency') readonly monthlyNetIncome!: string;
  @ZeroOrMore() @AmountIn('currency') readonly otherDebtService!: string;
  @Day() readonly customerSince!: string;
}

@LoadLine({ table: 'loan', resource: 'loanId', key: ['loanId'], fixed: ['accountId', 'currency', 'originalAmount', 'startDate'] })
class Loan {
  @Uuid() readonly loanId!: string;
  @Uuid() readonly accountId!: string;
  @Text() readonly product!: string;
  @CurrencyCode() readonly currency!: string;
  @ZeroOrMore() @AmountIn('currency') readonly originalAmount!: string;
  @OneOf('fixed', 'variable', 'indexed', 'mixed') readonly interestType!: string;
  @Percentage() readonly annualInterestRate!: string;
  @Day() readonly startDate!: string;
  @Day() readonly endDate!: string;
  @OneOf('active', 'inArrears', 'frozen', 'closed') readonly status!: string;
  @Day() readonly earlyRepaymentFrom!: string;
  @ZeroOrMore() @Percentage() readonly earlyRepaymentFee!: string;
}

@LoadLine({ table: 'loan_balance', resource: 'loanId', key: ['loanId'] })
class LoanBalance {
  @Uuid() readonly loanId!: string;
  @Day() readonly asOf!: string;
  @ZeroOrMore() @AmountOf('loan') readonly outstandingPrincipal!: string;
  @AmountOf('loan') readonly indexation!: string;
  @AmountOf('loan') readonly accruedInterest!: string;
  @ZeroOrMore() @SumOf('loan') readonly arrears!: string;
  @AmountOf('loan') readonly arrearsInterest!: string;
  @Optional() @Day() readonly oldestUnpaidDate?: string;
  @Optional() @Day() readonly nextPaymentDate?: string;
  @Optional() @AmountOf('loan') readonly nextPaymentAmount?: string;
  @Instant() readonly changedAt!: string;
}

@LoadLine({ table: 'track', resource: 'loanId', key: ['loanId', 'number'] })
class Track extends PartOfLoan {
  @Text() readonly name!: string;
  @AmountOf('loan') readonly originalAmount!: string;
  @AmountOf('loan') readonly outstandingPrincipal!: string;
  @OneOf('fixed', 'variable', 'indexed') readonly interestType!: string;
  @Percentage() readonly annualInterestRate!: string;
  @Optional() @Text() readonly indexName?: string;
  @Optional() @Percentage() readonly indexMargin?: string;
  @Optional() @Rate() readonly indexBaseValue?: string;
  @OneOf('annuity', 'equalPrincipal', 'interestOnly', 'balloon') readonly repaymentMethod!: string;
  @WholeNumber() readonly termInMonths!: number;
  @Day() readonly startDate!: string;
  @Day() readonly endDate!: string;
  @Optional() @Day() readonly nextRateChangeDate?: string;
}

@LoadLine({ table: 'collateral', resource: 'loanId', key: ['loanId', 'number'], removable: true })
class Collateral extends PartOfLoan {
  @OneOf('property', 'vehicle', 'deposit', 'securities') readonly kind!: string;
  @Text() readonly description!: string;
  @AmountIn('currency') readonly value!: string;
  @CurrencyCode() readonly currency!: string;
  @Day() readonly valuationDate!: string;
}

@LoadLine({ table: 'guarantor', resource: 'loanId', key: ['loanId', 'number'], removable: true })
class Guarantor extends PartOfLoan {
  @Text() readonly name!: string;
  @AmountOf('loan') readonly amount!: string;
}

@LoadLine({ table: 'instalment', resource: 'loanId', key: ['loanId', 'number'], removable: true })
class Instalment extends PartOfLoan {
  @Day() readonly dueDate!: string;
  @AmountOf('loan') readonly openingBalance!: string;
  @AmountOf('loan') readonly indexation!: string;
  @AmountOf('loan') readonly interest!: string;
  @AmountOf('loan') readonly principal!: string;
  @AmountOf('loan') readonly fees!: string;
  @AmountOf('loan') readonly instalment!: string;
  @AmountOf('loan') readonly closingBalance!: string;
  @Optional() @Day() readonly paidOn?: string;
}

@LoadLine({ table: 'arrears_transaction', resource: 'loanId', columns: { transactionType: 'type' } })
class ArrearsTransaction {
  @Uuid() readonly accountId!: string;
  @BookingDay() readonly transactionDate!: string;
  @Reference() readonly transactionReference!: string;
  @Uuid() readonly loanId!: string;
  @Day() readonly dueDate!: string;
  @OneOf('instalmentDue', 'lateInterest', 'fee', 'payment', 'writeOff') readonly transactionType!: string;
  @NonZero() @AmountOf('loan') readonly amount!: string;
  @ZeroOrMore() @SumOf('loan') readonly arrearsAfter!: string;
  @WholeNumber() readonly daysPastDue!: number;
}

@LoadLine({ table: 'loan_product', key: ['product'] })
class LoanProduct {
  @Text() readonly product!: string;
  @Text() readonly name!: string;
  @CurrencyCode() readonly currency!: string;
  @Usage() readonly usage!: string;
  @AmountIn('currency') readonly minimumAmount!: string;
  @AmountIn('currency') readonly maximumAmount!: string;
  @WholeNumber() readonly minimumTerm!: number;
  @WholeNumber() readonly maximumTerm!: number;
  @Percentage() readonly annualInterestRate!: string;
  @Percentage() readonly upfrontFee!: string;
  @AmountIn('currency') readonly amountStep!: string;
  @WholeNumber() readonly validDays!: number;
}

@LoadLine({ table: 'eligibility_rule', key: ['usage'] })
class EligibilityRule {
  @Usage() readonly usage!: string;
  @Percentage() readonly highestDebtServiceRatio!: string;
  @AmountWithoutCurrency() readonly lowestMonthlyIncome!: string;
  @WholeNumber() readonly highestDaysPastDue!: number;
  @WholeNumber() readonly shortestRelationship!: number;
}

export const loadFormat: LoadFormat = {
  holder: Holder,
  branchAccount: BranchAccount,
  loan: Loan,
  loanBalance: LoanBalance,
  track: Track,
  collateral: Collateral,
  guarantor: Guarantor,
  instalment: Instalment,
  arrearsTransaction: ArrearsTransaction,
  loanProduct: LoanProduct,
  eligibilityRule: EligibilityRule,
};

/** What docs/load-formats.md says of the sums in a file. */
export const loadRules = `
\`outstandingPrincipal\` is the original amount with the indexation due until \`asOf\`, less the principal
paid; \`arrears\` are the sum of the arrears transactions; the next payment is the first instalment after \`asOf\`; the
tracks sum to the loan.
`;
