import { Injectable } from '@nestjs/common';
import { type InternalRequest, KeyRotationRequest, notificationKeysContracts, ServesInternal } from '@open-banking/contracts';
import { notificationKeysInternal } from '@open-banking/spec';
import { AuditService } from '../audit/audit.service.js';
import { SigningKeys, type KeyRotation } from './signing-keys.js';

/** Operators rotate the keys of a service's notifications, on the internal port only. */
@Injectable()
export class SigningKeysInternal {
  constructor(
    private readonly keys: SigningKeys,
    private readonly audit: AuditService,
  ) {}

  @ServesInternal(notificationKeysContracts.rotateNotificationKeys)
  rotate({ operator, body }: InternalRequest<KeyRotationRequest>): Promise<KeyRotation> {
    return this.keys.rotate(body.leaked, (tx, subject) =>
      this.audit.record(tx, { operation: notificationKeysInternal.rotateNotificationKeys.id, operator, subject }),
    );
  }
}
