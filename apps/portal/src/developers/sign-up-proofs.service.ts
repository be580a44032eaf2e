import { Injectable } from '@nestjs/common';
import { seal, unseal } from '../sealing/seal.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import type { Visit } from '../visit/portal-router.js';

/**
 * The code of a sign-up, sealed for the browser that has sent its password. Such a browser confirms without the password: it opens no
 * account of another person's sign-up, whose proof it was never given.
 */
@Injectable()
export class SignUpProofsService {
  constructor(private readonly keys: SealingKeysService) {}

  of(code: string | undefined, { browser }: Pick<Visit, 'browser'>): string | undefined {
    return code === undefined ? undefined : seal(this.keys.typedSignUps, code, browser).toString('base64url');
  }

  /** Undefined where it was made for another browser, or is no proof. */
  codeIn(proof: string, { browser }: Pick<Visit, 'browser'>): string | undefined {
    return unseal(this.keys.typedSignUps, Buffer.from(proof, 'base64url'), browser);
  }
}
