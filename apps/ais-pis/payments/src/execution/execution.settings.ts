import { IsBankCodeList, Setting } from '@open-banking/config';

/** Injectable. */
export class ExecutionSettings {
  @Setting(
    "Prefixes of this bank's own IBANs: country and bank code without the check digits, such as IL097. A payment to such an IBAN without an account is rejected instead of sent to another bank.",
  )
  @IsBankCodeList()
  readonly bankCodes: readonly string[] = [];
}
