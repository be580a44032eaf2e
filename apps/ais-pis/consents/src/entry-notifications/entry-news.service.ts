import { Injectable } from '@nestjs/common';
import { newEntries, NotificationsService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { ConsentSettings } from '../consents.settings.js';
import { anyNews, dropRepeated, forgetNotified, giveUpEnded, recordNotified, lockNews, takeNews } from './entry-news.statements.js';

/** As often as jobs are looked for (`look-for-jobs`), in the same statement. */
const everyMs = 900;

/** Tells clients that asked for it that an account has new entries: after they are committed, and what follows at once only once. */
@Injectable()
export class EntryNewsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
    private readonly settings: ConsentSettings,
  ) {}

  @RecurringWork('tell-new-entries', { everyMs })
  async notify(): Promise<void> {
    if (!(await this.database.row(anyNews))?.due) return;
    await this.database.transaction(async (tx) => {
      if ((await tx.row(lockNews))?.locked) await this.notifyDue(tx);
    });
  }

  private async notifyDue(tx: Transaction): Promise<void> {
    const [now, today, seconds] = [this.clock.now(), this.clock.today(), this.settings.newEntriesIntervalSeconds];
    await tx.rows(giveUpEnded, now, today);
    await tx.rows(forgetNotified, seconds);
    await tx.rows(dropRepeated);
    const news = await tx.rows(takeNews, now, today, seconds);
    if (news.length === 0) return;
    // To be told also to those who want the last status only.
    const notified = await this.notifications.changedEach(
      tx,
      news.map(({ consentId, accountId }) => ({ id: consentId, status: newEntries, reasonCode: accountId, last: true })),
    );
    await tx.rows(
      recordNotified,
      notified.map(({ subjectId }) => subjectId),
      notified.map(({ reasonCode }) => reasonCode!),
      notified.map(({ notificationId }) => notificationId),
    );
  }
}
