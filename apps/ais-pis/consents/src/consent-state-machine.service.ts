import { Injectable } from '@nestjs/common';
import { NotificationsService } from '@open-banking/commands';
import { BankClock, Database, isFinal, type StateMachine, type StatusBefore, type Transaction } from '@open-banking/database';
import { endOf, statusesBefore, transitions, type ConsentStatus } from './consent.js';
import { endSomeOfClient, endDue, makeValid, moveConsent, replaceOlder, awaitSecondConsentApproval } from './consents.statements.js';

// A statement may run for two seconds; on a busy machine 20,000 consents at once take longer.
const batchSize = 1_000;

/** The only place where a consent's status changes. Notifies the client if it subscribed. */
@Injectable()
export class ConsentStateMachine implements StateMachine<typeof transitions> {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
  ) {}

  async move<To extends ConsentStatus>(
    tx: Transaction,
    consentId: string,
    from: StatusBefore<typeof transitions, To>,
    to: To,
  ): Promise<boolean> {
    const endedAt = isFinal(transitions, to) ? this.clock.now() : null;
    const moved = await tx.row(moveConsent, consentId, from, to, this.clock.today(), endedAt);
    if (moved) await this.notify(tx, consentId, to);
    return moved !== undefined;
  }

  /** Ends every consent of a client whose status allows the transition. */
  async endAllOf(tx: Transaction, clientId: string, to: 'terminatedByTpp'): Promise<void> {
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

  /** Stores the first approval of a consent that needs a second. Throws if the consent was approved or has ended. */
  async waitForSecond(
    tx: Transaction,
    consentId: string,
    psuId: string,
    approveBy: Date,
    restrictedTo: readonly string[] | null,
  ): Promise<void> {
    const moved = await tx.row(awaitSecondConsentApproval, consentId, psuId, this.clock.today(), approveBy, restrictedTo);
    if (!moved) throw new Error(`consent ${consentId} does not wait for its first approval`);
    await this.notify(tx, consentId, 'partiallyAuthorised');
  }

  /** Stores the last approval of a consent. Throws if the consent is valid already or has ended. */
  async makeValid(
    tx: Transaction,
    consentId: string,
    owner: string,
    recurring: boolean,
    restrictedTo: readonly string[] | null,
  ): Promise<void> {
    const now = this.clock.now();
    const moved = await tx.row(makeValid, consentId, owner, this.clock.today(), now, endOf(recurring, now), restrictedTo);
    if (!moved) throw new Error(`consent ${consentId} does not wait for an approval`);
    await this.notify(tx, consentId, 'valid');
  }

  /** Ends the older recurring consents of this client and customer. */
  async replaceOlder(tx: Transaction, newer: string, owner: string, clientId: string): Promise<void> {
    for (const { consentId } of await tx.rows(replaceOlder, owner, clientId, newer, this.clock.today(), this.clock.now()))
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
      changed.map(({ consentId, status }) => ({ id: consentId, status, last: isFinal(transitions, status) })),
    );
  }

  private notify(tx: Transaction, consentId: string, status: ConsentStatus): Promise<void> {
    return this.notifications.changed(tx, consentId, [{ status, last: isFinal(transitions, status) }]);
  }
}
