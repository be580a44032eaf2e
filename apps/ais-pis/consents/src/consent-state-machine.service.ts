import { Injectable } from '@nestjs/common';
import { NotificationsService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { endOf, phaseOf, statusesBefore, type ConsentStatus } from './consent.js';
import { endSomeOfClient, endConsent, endDue, makeValid, replaceOlder, waitForSecond } from './consents.statements.js';

// A statement may run for two seconds; on a busy machine 20,000 consents at once take longer.
const batchSize = 1_000;

type EndedStatus = 'rejected' | 'revokedByPsu' | 'terminatedByTpp';

/**
 * The only place where a consent's status changes. Notifies the client if it subscribed. For a single consent, the caller must
 * have locked it and checked the transition.
 */
@Injectable()
export class ConsentStateMachine {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
  ) {}

  async end(tx: Transaction, consentId: string, to: EndedStatus): Promise<void> {
    await tx.rows(endConsent, consentId, to, this.clock.today());
    await this.notify(tx, consentId, to);
  }

  /** Ends every consent of a client whose status allows the transition. */
  async endAllOf(tx: Transaction, clientId: string, to: EndedStatus): Promise<void> {
    const [now, today] = [this.clock.now(), this.clock.today()];
    let ended: readonly { readonly consentId: string }[];
    do {
      ended = await tx.rows(endSomeOfClient, clientId, statusesBefore(to), to, now, today, batchSize);
      await this.notifyEach(
        tx,
        ended.map(({ consentId }) => ({ consentId, status: to })),
      );
    } while (ended.length === batchSize);
  }

  async waitForSecond(
    tx: Transaction,
    consentId: string,
    psuId: string,
    approveBy: Date,
    restrictedTo: readonly string[] | null,
  ): Promise<void> {
    await tx.rows(waitForSecond, consentId, psuId, this.clock.today(), approveBy, restrictedTo);
    await this.notify(tx, consentId, 'partiallyAuthorised');
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
    await this.notify(tx, consentId, 'valid');
  }

  /** Ends the older recurring consents of this client and customer. */
  async replaceOlder(tx: Transaction, newer: string, owner: string, clientId: string): Promise<void> {
    for (const { consentId } of await tx.rows(replaceOlder, owner, clientId, newer, this.clock.today()))
      await this.notify(tx, consentId, 'replacedByTpp');
  }

  /** Stores the status changes caused by time. Responses already show them. */
  async endDue(): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.notifyEach(tx, await tx.rows(endDue, this.clock.now(), this.clock.today(), this.clock.timeZone));
    });
  }

  private async notifyEach(
    tx: Transaction,
    changed: readonly { readonly consentId: string; readonly status: ConsentStatus }[],
  ): Promise<void> {
    await this.notifications.changedEach(
      tx,
      changed.map(({ consentId, status }) => ({ id: consentId, status, last: phaseOf(status) === 'ended' })),
    );
  }

  private notify(tx: Transaction, consentId: string, status: ConsentStatus): Promise<void> {
    return this.notifications.changed(tx, consentId, [{ status, last: phaseOf(status) === 'ended' }]);
  }
}
