import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HashingQueue, hashPassword, isPassword, unmatchableHash } from '@open-banking/access';
import { ServiceSettings } from '@open-banking/config';
import { Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { seal } from '../sealing/seal.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { StoredDeveloper, StoredSignUp } from './developer.entity.js';
import { sessionHash } from '../visit/developer-sessions.service.js';
import {
  confirmSignUp,
  findSignUp,
  forgetDeveloperTries,
  lockDeveloper,
  purgeSignUps,
  purgeTries,
  takeDeveloperTry,
} from './developers.statements.js';

const tries = 5;
const lockMs = 15 * 60_000;
const dayMs = 86_400_000;
const confirmationMs = dayMs;

export type DeveloperSignIn = { readonly developerId: string } | { readonly refused: 'wrong' | 'locked' };
export type SignUpConfirmation = DeveloperSignIn | { readonly refused: 'unknown' };

/** Accounts of developers. An address that is unknown is handled, timed and locked like one that is known. */
@Injectable()
export class DevelopersService {
  private readonly queue = new HashingQueue();

  constructor(
    private readonly database: Database,
    private readonly settings: ServiceSettings,
    private readonly keys: SealingKeysService,
  ) {}

  /**
   * A sign-up whose code goes to the address alone, by a message that is sent later. Others of the same address stay, each with its own
   * password: anybody may type any address, and whether it has an account makes no difference here. Returns the code that the sandbox shows
   * in place of the message, which it does not where there is an account.
   */
  async signUp(email: string, password: string): Promise<string | undefined> {
    const passwordHash = await this.queue.run(() => hashPassword(password));
    const code = randomBytes(32).toString('base64url');
    const { sandbox } = this.settings;
    const now = new Date();
    const message = sandbox ? { sealedCode: null, sendAt: null } : { sealedCode: seal(this.keys.signUpCodes, code, email), sendAt: now };
    const expiresAt = new Date(now.getTime() + confirmationMs);
    return this.database.transaction((tx) =>
      tx.entities(async (manager) => {
        if (sandbox && (await manager.existsBy(StoredDeveloper, { email }))) return undefined;
        await manager.insert(StoredSignUp, { codeHash: sessionHash(code), email, passwordHash, expiresAt, ...message });
        return sandbox ? code : undefined;
      }),
    );
  }

  /**
   * Opens the account of a sign-up for the person who has its code and its password: the code shows whose the address is, the password that
   * it is the same person who has signed up. `unknown`: the code is that of no sign-up, was used, or is older than a day.
   */
  async confirm(code: string, password: string): Promise<SignUpConfirmation> {
    const codeHash = sessionHash(code);
    const found = await this.database.row(findSignUp, codeHash, new Date());
    if (!found) return { refused: 'unknown' };
    const checked = await this.checkedPassword(codeHash, password, async () => found);
    if ('refused' in checked) return checked;
    return (await this.database.row(confirmSignUp, codeHash, randomUUID(), new Date())) ?? { refused: 'unknown' };
  }

  signIn(email: string, password: string): Promise<DeveloperSignIn> {
    return this.checkedPassword(sessionHash(email), password, () =>
      this.database.entities((manager) => manager.findOneBy(StoredDeveloper, { email })),
    );
  }

  @RecurringWork('purge-developer-confirmations', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    const now = Date.now();
    await purgeAll(this.database, purgeSignUps, new Date(now));
    await purgeAll(this.database, purgeTries, new Date(now - dayMs));
  }

  /** The account or sign-up that is found, if the password is right. Tries are counted by key, whether one is found or not. */
  private async checkedPassword<Known extends { readonly passwordHash: string }>(
    keyHash: Buffer,
    password: string,
    find: () => Promise<Known | null>,
  ): Promise<Known | { readonly refused: 'wrong' | 'locked' }> {
    const now = new Date();
    const tried = await this.database.row(takeDeveloperTry, keyHash, now, new Date(now.getTime() - lockMs));
    if (!tried || tried.failures > tries) {
      if (tried) await this.database.rows(lockDeveloper, keyHash, new Date(now.getTime() + lockMs));
      return { refused: 'locked' };
    }
    const found = await find();
    const right = await this.queue.run(() => isPassword(password, found?.passwordHash ?? unmatchableHash));
    if (!found || !right) return { refused: 'wrong' };
    await this.database.rows(forgetDeveloperTries, keyHash);
    return found;
  }
}
