import { IsFormat, IsListOf, IsWholeNumber, Optional } from '@open-banking/http/field.decorator';
import { developerNotificationsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';

export class NotificationsQuery {
  @IsListOf(IsFormat('uuid'), { max: 500 }) readonly clientIds!: string[];
  /** The last one of the page before. */
  @Optional() @IsFormat('uuid') readonly before?: string;
  @IsWholeNumber({ min: 1 }) readonly most!: number;
}

/** A notification with its last delivery. Times are ISO 8601. */
export const DeliveryView = Type.Object({
  /** The notification may be sent again, or the sender has not given it up yet. */
  isRecent: Type.Boolean(),
  /** As it was sent last; absent where it was not sent yet. */
  request: Type.Optional(
    Type.Object({
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String(),
    }),
  ),
  notificationId: Type.String(),
  clientId: Type.String(),
  subject: oneOf('consent', 'payment', 'mandate'),
  subjectId: Type.String(),
  status: Type.String(),
  reasonCode: nullable(Type.String()),
  address: Type.String(),
  madeAt: Type.String(),
  settledAt: nullable(Type.String()),
  delivered: Type.Boolean(),
  /** Tries that failed. */
  attempts: Type.Number(),
  lastProblem: nullable(Type.String()),
  triedAt: nullable(Type.String()),
  answer: nullable(Type.Number()),
  /** Null: it is settled, is being sent, or waits for an earlier one of the same subject. */
  nextTryAt: nullable(Type.String()),
});
export type DeliveryView = Shape<typeof DeliveryView>;

export const DeliveryPage = Type.Object({
  notifications: Type.Array(DeliveryView),
});
export type DeliveryPage = Shape<typeof DeliveryPage>;

export const developerNotificationsContracts = contracts(developerNotificationsInternal, {
  listDeveloperNotifications: { body: NotificationsQuery, response: DeliveryPage },
  readDeveloperNotification: { response: DeliveryView },
  sendDeveloperNotification: {},
});
