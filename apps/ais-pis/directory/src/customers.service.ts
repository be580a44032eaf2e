import { Injectable } from '@nestjs/common';
import { HashingQueue, isPassword, unmatchableHash } from '@open-banking/access';
import { Customers, idHash, LoginSettings, type CodeTry, type Customer, type SignIn, type SubjectSignIn } from '@open-banking/issuer';
import { BankClock, Database, purgeAll, serviceKey } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { StoredCustomer } from './customer.entity.js';
import { DeviceCookies } from './device-cookies.js';
import { findStanding } from './opt-outs.statements.js';
import {
  findCodeLock,
  findPasswordLock,
  forgetCodes,
  forgetPasswords,
  purgeAttempts,
  takeCodeTry,
  takePasswordTry,
} from './directory.statements.js';

const tries = 5;
const lockMs = 15 * 60_000;
/** Failed attempts are deleted after a day, so that unknown logins do not fill the table. */
const keptMs = 86_400_000;
const hourMs = 3_600_000;

/** The directory of customers. Unknown logins are handled, timed and locked like existing ones. */
@Injectable()
export class CustomerDirectoryService extends Customers {
  private deviceCookies?: DeviceCookies;
  private readonly queue = new HashingQueue();

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly login: LoginSettings,
  ) {
    super();
  }

  /** Attempts from a browser that has signed in as this customer before are counted separately, so that a stranger cannot lock it out. */
  async signIn(login: string, password: string, deviceCookie?: string, timeoutMs?: number): Promise<SignIn> {
    // No page asks for a password then; a service whose settings are others must not sign anybody in with one.
    if (this.login.loginIssuerUrl !== undefined) throw new Refusal('SERVICE_UNAVAILABLE', 'customers sign in at LOGIN_ISSUER_URL');
    const [devices, now] = [await this.devices(), this.clock.now()];
    const nonce = devices.nonceFor(deviceCookie, login, now);
    const counted = idHash(nonce === undefined ? login : `${login} on ${nonce}`);
    // Checked before queueing: a locked-out login must not occupy a place in the queue.
    const locked = (await this.database.row(findCodeLock, idHash(login), now)) ?? (await this.database.row(findPasswordLock, counted, now));
    if (locked) return { refused: 'locked', until: locked.lockedUntil };
    return this.queue.run(async () => {
      const customer = await this.tried(counted, login, password);
      return 'refused' in customer ? customer : { customer, deviceCookie: devices.renewed(deviceCookie, login, now) };
    }, timeoutMs);
  }

  /** A subject is a customer's at the provider that this bank has, and at no other. Five wrong codes lock this way in, too. */
  async signInSubject(issuer: string, loginSubject: string): Promise<SubjectSignIn> {
    const { loginIssuerUrl } = this.login;
    if (issuer !== loginIssuerUrl) {
      const text = `Customers of this bank sign in ${loginIssuerUrl === undefined ? 'with a password' : `at ${loginIssuerUrl}`} (LOGIN_ISSUER_URL).`;
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/issuer', text }]);
    }
    const found = loginSubject.includes('\0')
      ? null
      : await this.database.entities((manager) => manager.findOneBy(StoredCustomer, { loginSubject }));
    if (!found) return { refused: 'unknown' };
    const locked = await this.database.row(findCodeLock, idHash(found.login), this.clock.now());
    return locked ? { refused: 'locked' } : { customer: { psuId: found.psuId, name: found.name } };
  }

  async takeCodeTry(psuId: string): Promise<CodeTry> {
    const [name, now] = [await this.codeName(psuId), this.clock.now()];
    const taken = await this.database.row(takeCodeTry, name, now, lockEnd(now), tries);
    if (!taken) return { taken: false, lockedUntil: await this.lockOf(findCodeLock, name, now) };
    return { taken: true, ...(taken.lockedUntil && { lockedUntil: taken.lockedUntil }) };
  }

  async hasOptedOut(psuId: string): Promise<boolean> {
    const standing = await this.database.row(findStanding, psuId);
    // Whoever is erased approves nothing either, at the mandates issuers too, which ask here.
    return standing !== undefined && (standing.optedOutAt !== null || standing.erased);
  }

  async codeWasRight(psuId: string): Promise<void> {
    await this.database.rows(forgetCodes, await this.codeName(psuId));
  }

  @RecurringWork('purge-sign-in-attempts', { everyMs: hourMs })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeAttempts, new Date(this.clock.now().getTime() - keptMs));
  }

  private async tried(counted: Buffer, login: string, password: string): Promise<Customer | Extract<SignIn, { refused: string }>> {
    const now = this.clock.now();
    const taken = await this.database.row(takePasswordTry, counted, now, lockEnd(now), tries);
    if (!taken) return { refused: 'locked', until: await this.lockOf(findPasswordLock, counted, now) };
    const customer = await this.withPassword(login, password);
    if (!customer) return taken.lockedUntil ? { refused: 'locked', until: taken.lockedUntil } : { refused: 'wrong' };
    await this.database.rows(forgetPasswords, counted);
    return customer;
  }

  private async withPassword(login: string, password: string): Promise<Customer | undefined> {
    const found = await this.byLogin(login);
    const right = await isPassword(password, found?.passwordHash ?? unmatchableHash);
    if (!found || !right) return undefined;
    // Comparing takes up to half a second, and longer in the queue: whoever is erased or gets another password meanwhile is not signed in.
    const now = await this.byLogin(login);
    return now?.psuId === found.psuId && now.passwordHash === found.passwordHash ? { psuId: found.psuId, name: found.name } : undefined;
  }

  private byLogin(login: string): Promise<StoredCustomer | null> {
    return login.includes('\0') ? Promise.resolve(null) : this.database.entities((manager) => manager.findOneBy(StoredCustomer, { login }));
  }

  /** If the lock ended in the meantime, reports a full lock period. */
  private async lockOf(find: typeof findPasswordLock, name: Buffer, now: Date): Promise<Date> {
    return (await this.database.row(find, name, now))?.lockedUntil ?? lockEnd(now);
  }

  private async codeName(psuId: string): Promise<Buffer> {
    return idHash((await this.database.entities((manager) => manager.findOneBy(StoredCustomer, { psuId })))?.login ?? psuId);
  }

  private async devices(): Promise<DeviceCookies> {
    return (this.deviceCookies ??= new DeviceCookies(await serviceKey(this.database, 'device cookies')));
  }
}

const lockEnd = (now: Date): Date => new Date(now.getTime() + lockMs);
