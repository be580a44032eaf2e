import { Holder, LoadLine, type LoadFormat } from '@open-banking/feed';
import {
  AmountIn,
  AmountOf,
  BookingDay,
  Country,
  CurrencyCode,
  Day,
  Flag,
  Iban,
  Instant,
  Json,
  List,
  OneOf,
  Optional,
  Percentage,
  Price,
  Quantity,
  Rate,
  Reference,
  Status,
  Text,
  Texts,
  Usage,
  Uuid,
  ValueDay,
  WholeNumber,
  ZeroOrMore,
} from '@open-banking/feed/load-field.decorator';

@LoadLine({ table: 'instrument', key: ['instrumentId'], fixed: ['currency', 'kind'] })
class Instrument {
  @Text() readonly instrumentId!: string;
  @Optional() @Text() readonly isin?: string;
  @Optional() @Json() readonly other?: object;
  @Text() readonly name!: string;
  @OneOf('share', 'fund', 'bond') readonly kind!: string;
  @CurrencyCode() readonly currency!: string;
  @Text() readonly mic!: string;
  @OneOf('amount', 'percentage') readonly quotation!: string;
  @Text() readonly priceType!: string;
  @Country() readonly country!: string;
  @Optional() @Percentage() readonly coupon?: string;
  @Optional() @Day() readonly couponDay?: string;
}

@LoadLine({ table: 'instrument_price', key: ['instrumentId', 'priceDate'] })
class InstrumentPrice {
  @Text() readonly instrumentId!: string;
  @Day() readonly priceDate!: string;
  @ZeroOrMore() @Price() readonly price!: string;
}

@LoadLine({ table: 'exchange_rate', key: ['sourceCurrency', 'targetCurrency', 'quotationDate'] })
class ExchangeRate {
  @CurrencyCode() readonly sourceCurrency!: string;
  @CurrencyCode() readonly targetCurrency!: string;
  @Day() readonly quotationDate!: string;
  @ZeroOrMore() @Rate() readonly rate!: string;
}

@LoadLine({ table: 'securities_account', resource: 'accountId', key: ['accountId'], fixed: ['currency'] })
class SecuritiesAccount {
  @Uuid() readonly accountId!: string;
  @Text() readonly otherIdentification!: string;
  @Text() readonly otherScheme!: string;
  @Text() readonly otherIssuer!: string;
  @CurrencyCode() readonly currency!: string;
  @Text() readonly ownerName!: string;
  @Text() readonly name!: string;
  @Optional() @Text() readonly displayName?: string;
  @Text() readonly product!: string;
  @OneOf('SCTS') readonly cashAccountType!: string;
  @Status() readonly status!: string;
  @Usage() readonly usage!: string;
  @Optional() @Text() readonly details?: string;
  @Optional() @Text() readonly tariffs?: string;
  @Optional() @List() readonly applicableFees?: unknown[];
  @Iban() readonly relatedIban!: string;
}

@LoadLine({ table: 'security_order', resource: 'accountId', key: ['accountId', 'orderDate', 'orderId'], fixed: ['side', 'instrumentId'] })
class SecurityOrder {
  @Uuid() readonly accountId!: string;
  @Day() readonly orderDate!: string;
  @Uuid() readonly orderId!: string;
  @Instant() readonly orderedAt!: string;
  @OneOf('buy', 'sell', 'subscription', 'redemption') readonly side!: string;
  @Text() readonly instrumentId!: string;
  @ZeroOrMore() @Quantity() readonly units!: string;
  @ZeroOrMore() @Quantity() readonly filledUnits!: string;
  @Text() readonly mic!: string;
  @Optional() @Price() readonly limitPrice?: string;
  @Optional() @Price() readonly stopPrice?: string;
  @Texts() readonly typesOfOrder!: string[];
  @Text() readonly timeInForce!: string;
  @Optional() @Day() readonly expiryDate?: string;
  @Iban() readonly relatedIban!: string;
  @Flag() readonly orderSplit!: boolean;
  @Flag() readonly orderModifyable!: boolean;
  @Text() readonly orderStatus!: string;
  @Optional() @Text() readonly details?: string;
}

@LoadLine({ table: 'position', resource: 'accountId', key: ['accountId', 'instrumentId', 'balanceType'], removable: true })
class Position {
  @Uuid() readonly accountId!: string;
  @Text() readonly instrumentId!: string;
  @Text() readonly balanceType!: string;
  @ZeroOrMore() @Quantity() readonly units!: string;
  @Optional() @Price() readonly averageBuyingPrice?: string;
  @Optional() @AmountOf('instrument') readonly totalBuyingPrice?: string;
  @Text() readonly safekeepingPlace!: string;
  @Country() readonly safekeepingCountry!: string;
  @Optional() @Text() readonly details?: string;
  @Day() readonly changedOn!: string;
}

@LoadLine({
  table: 'securities_transaction',
  resource: 'accountId',
  arrivals: {
    parent: 'securities_account',
    late: 'securities_late_transaction',
    running: { amount: 'units', after: 'units_after', before: 'units_before', of: 'instrument_id' },
  },
})
class SecuritiesTransaction {
  @Uuid() readonly accountId!: string;
  @BookingDay() readonly bookingDate!: string;
  @Reference() readonly entryReference!: string;
  @Uuid() readonly transactionId!: string;
  @Day() readonly transactionDate!: string;
  @Optional() @Instant() readonly transactedAt?: string;
  @Optional() @ValueDay() readonly settlementDate?: string;
  @Optional() @ValueDay() readonly valueDate?: string;
  @Text() readonly instrumentId!: string;
  @Optional() @Uuid() readonly orderId?: string;
  @Quantity() readonly units!: string;
  @Quantity() readonly unitsBefore!: string;
  @Quantity() readonly unitsAfter!: string;
  @Text() readonly transactionTypeCode!: string;
  @Optional() @Text() readonly mic?: string;
  @Optional() @Price() readonly price?: string;
  @Optional() @AmountIn('currency') readonly amount?: string;
  @Optional() @CurrencyCode() readonly currency?: string;
  @Flag() readonly amountIncludesFees!: boolean;
  @Flag() readonly amountIncludesTaxes!: boolean;
  @Optional() @List() readonly relatedFees?: unknown[];
  @Optional() @List() readonly currencyExchange?: unknown[];
  @Flag() readonly reversalIndicator!: boolean;
  @Optional() @Uuid() readonly reversedTransactionId?: string;
  @Optional() @WholeNumber() readonly accruedInterestDays?: number;
  @Optional() @AmountIn('currency') readonly accruedInterestAmount?: string;
  @Optional() @Text() readonly details?: string;
}

export const loadFormat: LoadFormat = {
  holder: Holder,
  instrument: Instrument,
  instrumentPrice: InstrumentPrice,
  exchangeRate: ExchangeRate,
  securitiesAccount: SecuritiesAccount,
  securityOrder: SecurityOrder,
  position: Position,
  securitiesTransaction: SecuritiesTransaction,
};

/** What docs/load-formats.md says of the sums in a file. */
export const loadRules = `
\`units\` of a position are the sum of its transactions, \`filledUnits\` of an order those of its own. A trade
(\`transactionTypeCode\` \`SETT\`) names its order.
`;
