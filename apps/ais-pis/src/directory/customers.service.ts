import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Customers, hashed, type SignIn } from '@open-banking/authorization';
import { BankClock, Database } from '@open-banking/database';
import { countWrong, findCustomer, findLock, findLogin, forgetWrong, purgeAttempts } from './directory.statements.js';
import { isPassword, nobodysHash } from './password.js';

const wrongTries = 5;
const lockMs = 15 * 60_000;
/** Wrong tries are forgotten after a day, so that logins nobody has do not fill the table. */
const keptMs = 86_400_000;
const purgeEveryMs = 3_600_000;

/** Who can sign in. A login that does not exist takes the same way, the same time and the same locks as one that does. */
@Injectable()
export class CustomerDirectory extends Customers implements OnApplicationBootstrap, OnApplicationShutdown {
  private purging?: NodeJS.Timeout;

  constructor(private readonly database: Database, private readonly clock: BankClock) { super(); }

  onApplicationBootstrap(): void {
    this.purging = setInterval(() => { this.purge().catch(() => undefined); }, purgeEveryMs).unref();
  }

  onApplicationShutdown(): void { clearInterval(this.purging); }

  async signIn(login: string, password: string): Promise<SignIn> {
    const name = hashed(login);
    const locked = await this.database.row(findLock, name, this.clock.now());
    if (locked) return { refused: 'locked', until: locked.lockedUntil };
    const customer = login.includes('\0') ? undefined : await this.database.row(findCustomer, login);
    const right = await isPassword(password, customer?.passwordHash ?? nobodysHash);
    if (!customer || !right) {
      const until = await this.countWrong(name, 'password');
      return until ? { refused: 'locked', until } : { refused: 'wrong' };
    }
    await this.database.rows(forgetWrong, name, true, false);
    return { customer: { psuId: customer.psuId, name: customer.name } };
  }

  async codeTried(psuId: string, right: boolean): Promise<Date | undefined> {
    const found = await this.database.row(findLogin, psuId);
    const name = hashed(found?.login ?? psuId);
    if (!right) return this.countWrong(name, 'code');
    const locked = await this.database.row(findLock, name, this.clock.now());
    if (!locked) await this.database.rows(forgetWrong, name, false, true);
    return locked?.lockedUntil;
  }

  private async purge(): Promise<void> {
    await this.database.rows(purgeAttempts, new Date(this.clock.now().getTime() - keptMs));
  }

  private async countWrong(name: Buffer, what: 'password' | 'code'): Promise<Date | undefined> {
    const now = this.clock.now();
    const row = await this.database.row(countWrong, name, Number(what === 'password'), Number(what === 'code'), now, new Date(now.getTime() + lockMs), wrongTries);
    return row?.lockedUntil ?? undefined;
  }
}
