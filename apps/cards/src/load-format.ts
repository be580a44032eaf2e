import { Holder, LoadLine, type LoadFormat } from '@open-banking/feed';
import {
  AmountIn,
  AmountOf,
  BookingDay,
  Country,
  CurrencyCode,
  Day,
  DayOfMonth,
  Flag,
  Iban,
  Instant,
  List,
  MaskedPan,
  NonZero,
  Optional,
  Percentage,
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

/** The fields that booked and pending transactions share. */
class CardUse {
  @Uuid() readonly cardId!: string;
  @Day() readonly transactionDate!: string;
  @Reference() readonly entryReference!: string;
  @Instant() readonly acceptorTransactionAt!: string;
  @NonZero() @AmountOf('card') readonly amount!: string;
  @Optional() @TransactionId() readonly transactionId?: string;
  @Optional() @AmountIn('originalCurrency') readonly originalAmount?: string;
  @Optional() @CurrencyCode() readonly originalCurrency?: string;
  @Optional() @List() readonly currencyExchange?: unknown[];
  @Optional() @Text() readonly terminalId?: string;
  @Optional() @Text() readonly cardAcceptorId?: string;
  @Optional() @Text() readonly cardAcceptorName?: string;
  @Optional() @Text() readonly cardAcceptorStreet?: string;
  @Optional() @Text() readonly cardAcceptorBuilding?: string;
  @Optional() @Text() readonly cardAcceptorTown?: string;
  @Optional() @Text() readonly cardAcceptorPostCode?: string;
  @Optional() @Country() readonly cardAcceptorCountry?: string;
  @Optional() @Text() readonly cardAcceptorPhone?: string;
  @Optional() @Text() readonly merchantCategoryCode?: string;
  @Optional() @Text() readonly transactionDetails?: string;
  @Optional() @Text() readonly proprietaryBankTransactionCode?: string;
}

@LoadLine({ table: 'card', resource: 'cardId', key: ['cardId'], fixed: ['maskedPan', 'currency'] })
class Card {
  @Uuid() readonly cardId!: string;
  @MaskedPan() readonly maskedPan!: string;
  @CurrencyCode() readonly currency!: string;
  @Text() readonly ownerName!: string;
  @Text() readonly name!: string;
  @Optional() @Text() readonly displayName?: string;
  @Text() readonly product!: string;
  @Status() readonly status!: string;
  @Usage() readonly usage!: string;
  @Optional() @Text() readonly details?: string;
  @ZeroOrMore() @AmountIn('currency') readonly creditLimit!: string;
  @DayOfMonth() readonly statementDay!: number;
  @DayOfMonth() readonly debitDay!: number;
  @Uuid() readonly debitedAccountId!: string;
  @Iban() readonly debitedIban!: string;
}

@LoadLine({ table: 'card_balance', resource: 'cardId', key: ['cardId'], own: ['changedAt'] })
class CardBalance {
  @Uuid() readonly cardId!: string;
  @SumOf('card') readonly invoiced!: string;
  @SumOf('card') readonly notInvoiced!: string;
  @SumOf('card') readonly pending!: string;
  @Day() readonly nextDebitDate!: string;
  @Optional() @BookingDay() readonly lastBookingDate?: string;
  @Instant() readonly changedAt!: string;
}

@LoadLine({ table: 'statement', resource: 'cardId', key: ['cardId', 'number'], fixed: ['currency', 'periodFrom'] })
class Statement {
  @Uuid() readonly cardId!: string;
  @WholeNumber() readonly number!: number;
  @Day() readonly periodFrom!: string;
  @Day() readonly periodTo!: string;
  @Day() readonly debitDate!: string;
  @CurrencyCode() readonly currency!: string;
  @SumIn('currency') readonly total!: string;
  @Flag() readonly debited!: boolean;
  @Optional() @Text() readonly entryReference?: string;
}

@LoadLine({
  table: 'card_transaction',
  resource: 'cardId',
  key: ['cardId', 'bookingDate', 'entryReference'],
  fixed: ['amount', 'transactionDate'],
  kept: ['transactionId'],
  arrivals: { parent: 'card', late: 'card_late_transaction', namedByReference: true },
})
class CardTransaction extends CardUse {
  @BookingDay() readonly bookingDate!: string;
  @ValueDay() readonly valueDate!: string;
  @Optional() @AmountOf('card') readonly grandTotalAmount?: string;
  @Optional() @AmountOf('card') readonly markupFee?: string;
  @Optional() @Percentage() readonly markupFeePercentage?: string;
  @Optional() @WholeNumber() readonly statementNumber?: number;
}

@LoadLine({
  table: 'card_pending_transaction',
  resource: 'cardId',
  key: ['cardId', 'transactionDate', 'entryReference'],
  kept: ['transactionId'],
  removable: true,
})
class CardPendingTransaction extends CardUse {}

export const loadFormat: LoadFormat = {
  holder: Holder,
  card: Card,
  cardBalance: CardBalance,
  statement: Statement,
  cardTransaction: CardTransaction,
  cardPendingTransaction: CardPendingTransaction,
};

/** What docs/load-formats.md says of the sums in a file. */
export const loadRules = `
a statement's \`total\` is the sum of the transactions that name it, \`invoiced\` the statements not yet debited,
\`notInvoiced\` the transactions without a statement, \`pending\` the pending ones. A transaction is booked in the period of
its statement, and its \`valueDate\` is the statement's \`debitDate\`.
`;
