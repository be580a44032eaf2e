import { IsReadableFile, IsWholeNumber, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';
import { ApprovalSettings } from '@open-banking/issuer';

/** Injectable. */
export class PaymentSettings extends ApprovalSettings {
  @Setting("JSON file with the bank's own payment products, fees and clearing deadlines, instead of the shipped ones (docs/operators.md).")
  @IsOptional()
  @IsReadableFile()
  readonly paymentProductsFile?: string;

  @Setting('Maximum number of payments of one client that wait for approval; further requests get 429.', {
    previousVariable: 'MOST_OPEN_PAYMENTS',
  })
  @IsWholeNumber(1, 1_000_000)
  readonly maxOpenPayments: number = 10_000;
}
