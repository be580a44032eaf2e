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
  findSignIn,
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

interface RefusedPassword {
  readonly refused: 'wrong' | 'locked';
}
/** `unconfirmed`: the password is that of a sign-up whose address is not confirmed; a fresh code for it, where the sandbox shows it. */
export type DeveloperSignIn =
  | { readonly developerId: string }
  | RefusedPassword
  | { readonly unconfirmed: { readonly code: string | undefined; readonly target: string | null } };
export type SignUpConfirmation =
  { readonly developerId: string; readonly target: string | null } | RefusedPassword | { readonly refused: 'unknown' };

export interface SignUpContext {
  /** The page of the portal at which the developer goes on. */
  readonly target?: string | null | undefined;
  /** The account made in one click that gets the address and the password. */
  readonly developerId?: string | null;
}

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
  async signUp(email: string, password: string, context: SignUpContext = {}): Promise<string | undefined> {
    const passwordHash = await this.queue.run(() => hashPassword(password));
    return this.begin(email, passwordHash, context);
  }

  private async begin(email: string, passwordHash: string, { target = null, developerId = null }: SignUpContext) {
    const code = randomBytes(32).toString('base64url');
    const { sandbox } = this.settings;
    const now = new Date();
    const message = sandbox ? { sealedCode: null, sendAt: null } : { sealedCode: seal(this.keys.signUpCodes, code, email), sendAt: now };
    const expiresAt = new Date(now.getTime() + confirmationMs);
    const signUp = { codeHash: sessionHash(code), email, passwordHash, expiresAt, target, developerId, ...message };
    return this.database.transaction((tx) =>
      tx.entities(async (manager) => {
        if (sandbox && (await manager.existsBy(StoredDeveloper, { email }))) return undefined;
        await manager.insert(StoredSignUp, signUp);
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

  /**
   * Opens the account of a sign-up in the browser that has typed its password, with the code that the sandbox has shown there. Undefined:
   * the code was used, or is older than a day.
   */
  async confirmHere(code: string): Promise<{ readonly developerId: string; readonly target: string | null } | undefined> {
    const codeHash = sessionHash(code);
    const now = new Date();
    return (await this.database.row(findSignUp, codeHash, now)) && this.database.row(confirmSignUp, codeHash, randomUUID(), now);
  }

  /** A right password for an address that is not confirmed yet sends a fresh message: the first one may be lost. */
  async signIn(email: string, password: string): Promise<DeveloperSignIn> {
    const find = async () => (await this.database.row(findSignIn, email, new Date())) ?? null;
    const found = await this.checkedPassword(sessionHash(email), password, find);
    if ('refused' in found) return found;
    const { developerId, passwordHash, target, claimedBy } = found;
    if (developerId !== null) return { developerId };
    return { unconfirmed: { code: await this.begin(email, passwordHash, { target, developerId: claimedBy }), target } };
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
  ): Promise<Known | RefusedPassword> {
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
