import { Injectable } from '@nestjs/common';
import { IsFlag, ServesInternal, type InternalRequest } from '@open-banking/http';
import { notificationKeysInternal } from '@open-banking/spec';
import { AuditService } from '../audit/audit.service.js';
import { SigningKeys, type KeyRotation } from './signing-keys.js';

class KeyRotationRequest {
  /** The keys have leaked: they are replaced without an overlap. */
  @IsFlag() readonly leaked!: boolean;
}

/** Operators rotate the keys of a service's notifications, on the internal port only. */
@Injectable()
export class SigningKeysInternal {
  constructor(
    private readonly keys: SigningKeys,
    private readonly audit: AuditService,
  ) {}

  @ServesInternal(notificationKeysInternal.rotateNotificationKeys, { body: KeyRotationRequest })
  rotate({ operator, body }: InternalRequest<KeyRotationRequest>): Promise<KeyRotation> {
    return this.keys.rotate(body.leaked, (tx, subject) =>
      this.audit.record(tx, { operation: notificationKeysInternal.rotateNotificationKeys.id, operator, subject }),
    );
  }
}
