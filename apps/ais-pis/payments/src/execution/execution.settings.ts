import { IsBankCodeList, Setting } from '@open-banking/config';

/** Injectable. */
export class ExecutionSettings {
  @Setting(
    "Prefixes of this bank's own IBANs: country and bank code without the check digits, such as IL097. A payment to such an IBAN without an account is rejected instead of sent to another bank. Every payment product reaches such an IBAN, whether the account exists or not; without this setting it reaches the accounts that exist, and a client can tell by the refusal which do.",
  )
  @IsBankCodeList()
  readonly bankCodes: readonly string[] = [];
}
