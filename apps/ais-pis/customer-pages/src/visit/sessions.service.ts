import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  idHash,
  sealWith,
  type Customer,
  type EndedLogins,
  type LoginIdentity,
  type Seal,
  type SignIn,
  type SignedIn,
} from '@open-banking/issuer';
import { BankClock, Database, purgeAll } from '@open-banking/database';
import { WhenDue } from '@open-banking/service';
import { CustomerDirectoryService } from '@open-banking/ais-pis-directory';
import { keyFor } from './second-owner-approvals.js';
import {
  beginSession,
  endSession,
  endSessionsOfSid,
  endSessionsOfSubject,
  findSession,
  purgeSessions,
  type LoginColumns,
} from './sessions.statements.js';

/** Long enough to read and change something; short, because browsers are left open. */
const sessionMs = 10 * 60_000;

/** Sessions of the customer's own pages. They are separate from the issuers' and have no effect there. */
@Injectable()
export class CustomerSessionsService {
  private sealing?: Seal;

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
    return { id: await this.begin(found.customer, [null, null, null]), deviceCookie: found.deviceCookie };
  }

  /** The same for a customer who has signed in at the bank's OpenID provider. Its ID token is what signs them out there. */
  async enter(customer: Customer, { sid, sub, idToken }: LoginIdentity): Promise<string> {
    const sealed = (await this.seal()).close(idToken);
    return this.begin(customer, [sid === undefined ? null : idHash(sid), idHash(sub), sealed]);
  }

  async find(id: string | undefined): Promise<(SignedIn & { readonly until: Date }) | undefined> {
    const found = id === undefined ? undefined : await this.database.row(findSession, idHash(id), this.clock.now());
    return found && { psuId: found.psuId, name: found.name, sessionId: id!, until: found.until };
  }

  /** The ID token that it was begun with, where the customer signed in at the bank's OpenID provider. */
  async end(id: string): Promise<string | undefined> {
    const ended = await this.database.row(endSession, idHash(id));
    return ended?.idTokenSealed ? (await this.seal()).open(ended.idTokenSealed) : undefined;
  }

  /** The provider says that they have signed out there. */
  async endSessions(ended: EndedLogins): Promise<void> {
    if ('sid' in ended) await this.database.rows(endSessionsOfSid, idHash(ended.sid));
    else await this.database.rows(endSessionsOfSubject, idHash(ended.sub));
  }

  @WhenDue()
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeSessions, this.clock.now());
  }

  private async begin({ psuId, name }: Customer, login: LoginColumns): Promise<string> {
    const id = this.fresh();
    await this.database.rows(beginSession, idHash(id), psuId, name, new Date(this.clock.now().getTime() + sessionMs), ...login);
    return id;
  }

  private async seal(): Promise<Seal> {
    return (this.sealing ??= sealWith((await keyFor(this.database, 'id tokens')).toString('base64url')));
  }
}
