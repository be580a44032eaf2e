import { IsFormat } from '@open-banking/http/field.decorator';
import Type from 'typebox';
import type { Shape } from './contract.js';
import { oneOf } from './schemas.js';

export class AccountOwnersQuery {
  @IsFormat('uuid') readonly accountId!: string;
}

export class AlertChoiceQuery {
  @IsFormat('uuid') readonly psuId!: string;
}

/** The channel of a customer's alerts, and those that they do not want. */
export const AlertChoice = Type.Object({
  language: oneOf('en', 'he', 'ar'),
  channel: oneOf('email', 'app'),
  /** Groups of kinds. */
  unwanted: Type.Array(Type.String()),
});
export type AlertChoice = Shape<typeof AlertChoice>;

export const customerAlertsMessages = {
  listAccountOwners: {
    body: AccountOwnersQuery,
    response: Type.Object({
      owners: Type.Array(Type.String()),
    }),
  },
  readAlertChoice: {
    body: AlertChoiceQuery,
    response: Type.Object({
      choice: Type.Optional(AlertChoice),
    }),
  },
} as const;
