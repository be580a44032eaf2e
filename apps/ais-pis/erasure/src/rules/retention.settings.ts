import { IsWholeNumber, Setting } from '@open-banking/config';

/** How long names and texts of entries and orders are kept. Injectable. */
export class RetentionSettings {
  @Setting(
    'How many months the law makes the bank keep names and texts of booked entries, transactions, orders and collections in all services, even of a customer who is erased (docs/erasure.md). ' +
      '0: they are erased with the customer.',
  )
  @IsWholeNumber(0, 360)
  readonly legalRetentionMonths: number = 0;

  @Setting(
    'After how many months names and texts of all booked entries and orders are erased; their amounts stay. 0: never. At least HISTORY_MONTHS and LEGAL_RETENTION_MONTHS.',
  )
  @IsWholeNumber(0, 360)
  readonly historyRetentionMonths: number = 0;

  @Setting('How many days names, account numbers and texts of payments and consents are kept that nobody approved.')
  @IsWholeNumber(1, 3_650)
  readonly unapprovedRetentionDays: number = 30;
}
