import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { developerNotificationsContracts, type DeliveryView } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';

/** The services that send notifications: of consents and payments, and of mandates. */
const senders = ['ais-pis', 'mandates'] as const;

export interface NotificationPage {
  readonly notifications: readonly DeliveryView[];
  /** Services that did not answer: theirs are missing. */
  readonly missing: readonly (typeof senders)[number][];
}

/** Notifications of a developer's clients. The services that send them keep them, and have ais-pis say whose client each is. */
@Injectable()
export class NotificationsService {
  constructor(private readonly calls: InternalCalls) {}

  /** The newest first. Those of one service are still shown where the other does not answer. */
  async list(developerId: string, clientIds: readonly string[], before: string | undefined, max: number): Promise<NotificationPage> {
    if (clientIds.length === 0) return { notifications: [], missing: [] };
    const call = { params: { developerId }, body: { clientIds, most: max, ...(before !== undefined && { before }) } };
    const answers = await Promise.all(
      senders.map((sender) =>
        this.calls.call(sender, developerNotificationsContracts.listDeveloperNotifications, call).catch(() => undefined),
      ),
    );
    if (answers.every((answer) => answer === undefined))
      throw new Refusal('SERVICE_UNAVAILABLE', 'no service tells its notifications', { retryAfterSeconds: 1 });
    const notifications = answers.flatMap((answer) => answer?.notifications ?? []);
    return {
      // An id begins with its time (RFC 9562 §5.7).
      notifications: notifications.toSorted((a, b) => (a.notificationId < b.notificationId ? 1 : -1)).slice(0, max),
      missing: senders.filter((_, index) => answers[index] === undefined),
    };
  }

  find(developerId: string, notificationId: string): Promise<DeliveryView | undefined> {
    return this.ofSender(async (sender) =>
      this.calls.call(sender, developerNotificationsContracts.readDeveloperNotification, {
        params: { developerId, notificationId },
      }),
    );
  }

  /** The notification must be the developer's, as `find` has found. */
  async sendAgain(developerId: string, { notificationId, subject }: DeliveryView): Promise<void> {
    const sender = subject === 'mandate' ? 'mandates' : 'ais-pis';
    await this.calls.call(sender, developerNotificationsContracts.sendDeveloperNotification, {
      params: { developerId, notificationId },
      refusedInItsWords: true,
    });
  }

  /** Which service sends a notification is not seen from its id. One that does not answer counts only where no other knows the id. */
  private async ofSender(ask: (sender: (typeof senders)[number]) => Promise<DeliveryView | undefined>) {
    const answers = await Promise.allSettled(senders.map(ask));
    const found = answers.find((answer) => answer.status === 'fulfilled' && answer.value !== undefined);
    if (found?.status === 'fulfilled') return found.value;
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return undefined;
  }
}
