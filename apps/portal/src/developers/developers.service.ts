import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HashingQueue, hashPassword, isPassword, unmatchableHash } from '@open-banking/access';
import { Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { StoredConfirmation, StoredDeveloper } from './developer.entity.js';
import { hashed } from '../visit/developer-sessions.service.js';
import {
  confirmDeveloper,
  forgetDeveloperTries,
  lockDeveloper,
  purgeConfirmations,
  purgeTries,
  takeDeveloperTry,
} from './developers.statements.js';

const tries = 5;
const lockMs = 15 * 60_000;
const dayMs = 86_400_000;
const confirmationMs = dayMs;

export type DeveloperSignIn = { readonly developerId: string } | { readonly refused: 'wrong' | 'locked' | 'unconfirmed' };

/** Accounts of developers. An address that is unknown is handled, timed and locked like one that is known. */
@Injectable()
export class DevelopersService {
  private readonly queue = new HashingQueue();

  constructor(private readonly database: Database) {}

  /**
   * A new account with its confirmation code, which goes to the address alone. Undefined where the address has a confirmed account:
   * then nothing is changed, and the page says the same. One that was never confirmed takes the new password.
   */
  async signUp(email: string, password: string): Promise<string | undefined> {
    const passwordHash = await this.queue.run(() => hashPassword(password));
    const code = randomBytes(32).toString('base64url');
    const now = new Date();
    return this.database.transaction((tx) =>
      tx.entities(async (manager) => {
        const made = await manager
          .createQueryBuilder()
          .insert()
          .into(StoredDeveloper)
          .values({ developerId: randomUUID(), email, passwordHash, confirmedAt: null, createdAt: now })
          .orIgnore()
          .execute();
        const known = (await manager.findOneBy(StoredDeveloper, { email }))!;
        if (known.confirmedAt !== null) return undefined;
        if (made.raw.length === 0) await manager.update(StoredDeveloper, { developerId: known.developerId }, { passwordHash });
        await manager.delete(StoredConfirmation, { developerId: known.developerId });
        const expiresAt = new Date(now.getTime() + confirmationMs);
        await manager.insert(StoredConfirmation, { codeHash: hashed(code), developerId: known.developerId, expiresAt });
        return code;
      }),
    );
  }

  /** The developer whose address the code was sent to; undefined if it is unknown, used or older than a day. */
  async confirm(code: string): Promise<string | undefined> {
    return (await this.database.row(confirmDeveloper, hashed(code), new Date()))?.developerId;
  }

  async signIn(email: string, password: string): Promise<DeveloperSignIn> {
    const now = new Date();
    const key = hashed(email);
    const tried = await this.database.row(takeDeveloperTry, key, now, new Date(now.getTime() - lockMs));
    if (!tried || tried.failures > tries) {
      if (tried) await this.database.rows(lockDeveloper, key, new Date(now.getTime() + lockMs));
      return { refused: 'locked' };
    }
    const found = await this.database.entities((manager) => manager.findOneBy(StoredDeveloper, { email }));
    const right = await this.queue.run(() => isPassword(password, found?.passwordHash ?? unmatchableHash));
    if (!found || !right) return { refused: 'wrong' };
    await this.database.rows(forgetDeveloperTries, key);
    return found.confirmedAt === null ? { refused: 'unconfirmed' } : { developerId: found.developerId };
  }

  @RecurringWork('purge-developer-confirmations', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    const now = Date.now();
    await purgeAll(this.database, purgeConfirmations, new Date(now));
    await purgeAll(this.database, purgeTries, new Date(now - dayMs));
  }
}
