import { IsReadableFile, IsWholeNumber, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';
import { ApprovalSettings } from '../approval.settings.js';

/** Injectable. */
export class PaymentSettings extends ApprovalSettings {
  @Setting(
    "JSON file with the bank's own payment products, fees and times for an answer of clearing, instead of the shipped ones (docs/operators.md).",
  )
  @IsOptional()
  @IsReadableFile()
  readonly paymentProductsFile?: string;

  @Setting('How many payments one client may have waiting for an approval; one more is answered 429.')
  @IsWholeNumber(1, 1_000_000)
  readonly mostOpenPayments: number = 10_000;
}
