import { Injectable } from '@nestjs/common';
import { NotificationsService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { endOf, phaseOf, type ConsentStatus } from './consent.js';
import { endConsent, endDue, makeValid, replaceOlder, waitForSecond } from './consents.statements.js';

type Ended = 'rejected' | 'revokedByPsu' | 'terminatedByTpp';

/** The only place where a consent's status changes, besides a client's removal (`endOfClient`); its client is told where it asked for it. Whoever calls this has locked it and knows that it may. */
@Injectable()
export class ConsentStateMachine {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
  ) {}

  async end(tx: Transaction, consentId: string, to: Ended): Promise<void> {
    await tx.rows(endConsent, consentId, to, this.clock.today());
    await this.tell(tx, consentId, to);
  }

  async waitForSecond(
    tx: Transaction,
    consentId: string,
    psuId: string,
    approveBy: Date,
    restrictedTo: readonly string[] | null,
  ): Promise<void> {
    await tx.rows(waitForSecond, consentId, psuId, this.clock.today(), approveBy, restrictedTo);
    await this.tell(tx, consentId, 'partiallyAuthorised');
  }

  async makeValid(
    tx: Transaction,
    consentId: string,
    owner: string,
    recurring: boolean,
    restrictedTo: readonly string[] | null,
  ): Promise<void> {
    const now = this.clock.now();
    await tx.rows(makeValid, consentId, owner, this.clock.today(), now, endOf(recurring, now), restrictedTo);
    await this.tell(tx, consentId, 'valid');
  }

  /** Of one client and customer there is one recurring consent at most. */
  async replaceOlder(tx: Transaction, newer: string, owner: string, clientId: string): Promise<void> {
    for (const { consentId } of await tx.rows(replaceOlder, owner, clientId, newer, this.clock.today()))
      await this.tell(tx, consentId, 'replacedByTpp');
  }

  /** Each answer already says what time has done; here it is written down. */
  async endDue(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ended = await tx.rows(endDue, this.clock.now(), this.clock.today(), this.clock.timeZone);
      const wished = await this.notifications.wishedOf(
        tx,
        ended.map(({ consentId }) => consentId),
      );
      for (const { consentId, status } of ended) if (wished.has(consentId)) await this.tell(tx, consentId, status);
    });
  }

  private tell(tx: Transaction, consentId: string, status: ConsentStatus): Promise<void> {
    return this.notifications.changed(tx, consentId, [{ status, last: phaseOf(status) === 'ended' }]);
  }
}
