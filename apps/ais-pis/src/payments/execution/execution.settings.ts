import { IsBankCodeList, Setting } from '@open-banking/config';

/** Injectable. */
export class ExecutionSettings {
  @Setting(
    "How this bank's own IBANs begin, country and bank without the check digits, like IL097: a payment to one that is no account is rejected, not sent to other banks.",
  )
  @IsBankCodeList()
  readonly bankCodes: readonly string[] = [];
}
