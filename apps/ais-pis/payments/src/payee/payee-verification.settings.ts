import { IsHttpUrl, IsReadableFile, IsWholeNumber, onlyWith, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** Injectable. */
export class PayeeVerificationSettings {
  @Setting(
    "URL that creditors' names are checked at for accounts of other banks (docs/ports/payee-verification.json); its answers are checked with PAYEE_VERIFICATION_KEYS_FILE. Without it only names of accounts of this bank are checked; the sandbox plays a scheme.",
  )
  @IsOptional()
  @IsHttpUrl()
  readonly payeeVerificationUrl?: string;

  @Setting(
    'JWK Set of the public keys (P-256) that the server at PAYEE_VERIFICATION_URL signs its answers with; read for each answer.',
    onlyWith('PAYEE_VERIFICATION_URL'),
  )
  @IsOptional()
  @IsReadableFile()
  readonly payeeVerificationKeysFile?: string;

  @Setting(
    "Different names that one client, or one customer by looking at payments, may have checked for one creditor's account in 24 hours; a close match counts as two, since it discloses the real name. Further ones are answered as not possible.",
    { previousVariable: 'MOST_PAYEE_NAMES' },
  )
  @IsWholeNumber(1, 1_000)
  readonly maxPayeeNames: number = 5;

  @Setting(
    'Different names and accounts that one client, or one customer by looking at payments, may have checked in 24 hours; further ones are answered as not possible.',
    { previousVariable: 'MOST_PAYEE_CHECKS' },
  )
  @IsWholeNumber(1, 10_000_000)
  readonly maxPayeeChecks: number = 1_000;
}
