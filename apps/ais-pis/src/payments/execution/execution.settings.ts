import { forms, list, type ValuesOf } from '@open-banking/config';

export const EXECUTION_SETTINGS = Symbol('execution settings');

export const executionSettings = {
  bankCodes: list(
    "How this bank's own IBANs begin, country and bank without the check digits, like IL097: a payment to one that is no account is rejected, not sent to other banks.",
    { form: forms.bankCode },
  ),
};
export type ExecutionSettings = ValuesOf<typeof executionSettings>;
