import { setTimeout as pause } from 'node:timers/promises';
import { NotificationReceiver, type RunningBank, type TestClient, type ReceivedNotification } from '@open-banking/testing';

interface NotificationRow {
  readonly notification_id: string;
  readonly status: string;
  readonly delivered: boolean;
  readonly last_problem: string | null;
  readonly attempts: number;
}

/** Each notification once, by its id, in the order of its first arrival: one whose answer comes late is sent again. */
export const notificationsIn = (received: readonly ReceivedNotification[]): readonly ReceivedNotification[] => {
  const ids = received.map(({ headers }) => headers['x-request-id']);
  return received.filter((_, at) => ids.indexOf(ids[at]) === at);
};

export const receivedStatuses = (received: readonly ReceivedNotification[]) =>
  notificationsIn(received).map(({ body }) => body['consentStatus'] ?? body['transactionStatus']);

/** Notification receivers for one test file, and clients whose redirect URI points to them. */
export function notificationReceivers(bank: RunningBank) {
  const receivers: NotificationReceiver[] = [];
  afterAll(() => {
    for (const receiver of receivers) receiver.close();
  });
  const receiving = async (): Promise<NotificationReceiver> => {
    const receiver = await NotificationReceiver.create();
    receivers.push(receiver);
    return receiver;
  };
  const clientOf = (receiver: NotificationReceiver): Promise<TestClient> => bank.client({ redirectUri: `${receiver.origin}/back` });
  /** Waits until this many notifications about a subject are delivered or given up. */
  const settled = async (id: string, count: number): Promise<NotificationRow[]> => {
    for (;;) {
      const { rows } = await bank
        .database('ais-pis')
        .query<NotificationRow>('select * from notification where subject_id = $1 and settled_at is not null order by made_at', [id]);
      if (rows.length >= count) return rows;
      // The delay between attempts grows to minutes and is not tested here.
      await bank
        .database('ais-pis')
        .query(`update jobs.job_common set start_after = now() where name = 'tell-client' and singleton_key = $1 and state = 'retry'`, [
          id,
        ]);
      await pause(50);
    }
  };
  /** Waits until a delivery about this subject has failed. */
  const failedFor = async (id: string): Promise<void> => {
    while ((await bank.database('ais-pis').query('select from notification where subject_id = $1 and attempts > 0', [id])).rowCount === 0)
      await pause(50);
  };
  return { receiving, clientOf, settled, failedFor };
}
