import { IsFlag } from '@open-banking/http/field.decorator';
import { notificationKeysInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';

export class KeyRotationRequest {
  /** The keys have leaked: they are replaced without an overlap. */
  @IsFlag() readonly leaked!: boolean;
}

/** The key that a rotation has made, and from when on it signs. */
export const KeyRotation = Type.Object({
  kid: Type.String(),
  signsFrom: Type.String(),
  /** The service had no key yet: nothing waits for this one to be known. */
  isFirst: Type.Boolean(),
});
export type KeyRotation = Shape<typeof KeyRotation>;

export const notificationKeysContracts = contracts(notificationKeysInternal, {
  rotateNotificationKeys: { body: KeyRotationRequest, response: KeyRotation },
});
