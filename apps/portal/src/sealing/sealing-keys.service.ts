import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { keyFor } from './seal.js';

/**
 * Keys for what the portal seals, from the file with the portal's private key: they are not in the database beside what they protect. The
 * file is read each time, because a rotation replaces it. What the former key has sealed is then lost: a browser begins again, a client's
 * secret is replaced.
 */
@Injectable()
export class SealingKeysService {
  constructor(private readonly settings: ServiceSettings) {}

  get browserState(): Buffer {
    return keyFor(this.secret, 'console state');
  }

  get clientSecrets(): Buffer {
    return keyFor(this.secret, 'console client secrets');
  }

  get consoleCalls(): Buffer {
    return keyFor(this.secret, 'calls of the console');
  }

  get consoleSeals(): Buffer {
    return keyFor(this.secret, 'keys for signed requests of the console');
  }

  get shownCredentials(): Buffer {
    return keyFor(this.secret, 'credentials to show once');
  }

  get signUpCodes(): Buffer {
    return keyFor(this.secret, 'codes of sign-ups');
  }

  get typedSignUps(): Buffer {
    return keyFor(this.secret, 'sign-ups that a browser has typed');
  }

  get passwordResets(): Buffer {
    return keyFor(this.secret, 'codes of password resets');
  }

  get openedAccounts(): Buffer {
    return keyFor(this.secret, 'accounts made in one click');
  }

  private get secret(): Buffer {
    const { d } = JSON.parse(readFileSync(join(this.settings.keysDir, 'portal.private.jwk.json'), 'utf8')) as { d: string };
    return Buffer.from(d, 'base64url');
  }
}
