import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { StoredDeveloperSession } from './developer-session.entity.js';
import { findDeveloperSession, purgeSessions } from './developer-sessions.statements.js';

/** A working day. */
const sessionMs = 10 * 3_600_000;

/** The developer who is signed in. */
export interface Developer {
  readonly developerId: string;
  /** The e-mail address or, for an account made in one click, its name. */
  readonly email: string;
  /** False for an account made in one click, which has neither address nor password. */
  readonly hasPassword: boolean;
}

export const sessionHash = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Sessions of developers at the portal. They have no effect at issuers or on customers' pages. */
@Injectable()
export class DeveloperSessionsService {
  constructor(private readonly database: Database) {}

  /** An id for a browser without a signed-in developer, to which its forms are bound. */
  fresh(): string {
    return randomBytes(32).toString('base64url');
  }

  /** A new id, so that one planted in the browser is useless (session fixation). */
  async begin(developerId: string): Promise<string> {
    const id = this.fresh();
    const expiresAt = new Date(Date.now() + sessionMs);
    await this.database.transaction((tx) =>
      tx.entities((manager) => manager.insert(StoredDeveloperSession, { idHash: sessionHash(id), developerId, expiresAt })),
    );
    return id;
  }

  async find(id: string | undefined): Promise<Developer | undefined> {
    return id === undefined ? undefined : this.database.row(findDeveloperSession, sessionHash(id), new Date());
  }

  async end(id: string): Promise<void> {
    await this.database.transaction((tx) => tx.entities((manager) => manager.delete(StoredDeveloperSession, { idHash: sessionHash(id) })));
  }

  @RecurringWork('purge-developer-sessions', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeSessions, new Date());
  }
}
