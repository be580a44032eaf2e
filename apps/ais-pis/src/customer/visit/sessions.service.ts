import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hashed, type Customer, type SignIn, type SignedIn } from '@open-banking/issuer';
import { BankClock, Database } from '@open-banking/database';
import { WhenDue } from '@open-banking/service';
import { CustomerDirectoryService } from '../../directory/customers.service.js';
import { beginSession, endSession, findSession, purgeSessions } from './sessions.statements.js';

/** Long enough to read and change something; short, because browsers are left open. */
const sessionMs = 10 * 60_000;

/** Sessions of the customer's own pages. They are separate from the issuers' and have no effect there. */
@Injectable()
export class CustomerSessionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly customers: CustomerDirectoryService,
  ) {}

  /** An id for a browser that is not signed in, to which its sign-in form is bound. */
  fresh(): string {
    return randomBytes(32).toString('base64url');
  }

  /** Signing in creates a new id, so an id planted in the browser is useless (session fixation). */
  async signIn(
    login: string,
    password: string,
    deviceCookie?: string,
  ): Promise<{ readonly id: string; readonly deviceCookie: string } | Extract<SignIn, { refused: string }>> {
    const found = await this.customers.signIn(login, password, deviceCookie);
    if ('refused' in found) return found;
    const id = this.fresh();
    await this.begin(id, found.customer);
    return { id, deviceCookie: found.deviceCookie };
  }

  async of(id: string | undefined): Promise<(SignedIn & { readonly until: Date }) | undefined> {
    const found = id === undefined ? undefined : await this.database.row(findSession, hashed(id), this.clock.now());
    return found && { psuId: found.psuId, name: found.name, sessionId: id!, until: found.until };
  }

  async end(id: string): Promise<void> {
    await this.database.rows(endSession, hashed(id));
  }

  @WhenDue()
  async purge(): Promise<void> {
    await this.database.rows(purgeSessions, this.clock.now());
  }

  private async begin(id: string, { psuId, name }: Customer): Promise<void> {
    await this.database.rows(beginSession, hashed(id), psuId, name, new Date(this.clock.now().getTime() + sessionMs));
  }
}
