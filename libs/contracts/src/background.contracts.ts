import { IsFlag, IsFormat, IsOneOf, IsText, Optional } from '@open-banking/http/field.decorator';
import { backgroundInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';

export class AuditQuery {
  /** Only what operators did to this one thing, by its id; absent: all records. */
  @Optional() @IsText({ min: 1, max: 200 }) readonly subject?: string;
  /** The last auditId of the previous page. */
  @Optional() @IsText({ matches: /^\d{1,18}$/, must: 'be the auditId of a row' }) readonly before?: string;
}

export class JobsQuery {
  @IsText({ min: 1, max: 100 }) readonly kind!: string;
  /** Only those that failed and are tried again. */
  @Optional() @IsFlag() readonly failed?: boolean;
  /** The last jobId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

export class UndeliveredQuery {
  @IsOneOf('waiting', 'given-up') readonly of!: 'waiting' | 'given-up';
  /** `next` of the previous page: of those that wait a job, of those given up an instant. */
  @Optional() @IsFormat('uuid') readonly after?: string;
  @Optional() @IsFormat('date-time') readonly before?: string;
}

/** A row of the audit without what is stored of the customer's device. */
export const AuditRow = Type.Object({
  auditId: Type.String(),
  at: Type.String(),
  operation: Type.String(),
  clientId: nullable(Type.String()),
  operator: nullable(Type.String()),
  psuId: nullable(Type.String()),
  requestId: nullable(Type.String()),
  status: nullable(Type.Number()),
  subject: nullable(Type.String()),
  sealed: Type.Boolean(),
});
export type AuditRow = Shape<typeof AuditRow>;

/** `next` is the `before` of the next page; absent on the last page. */
export const AuditPage = Type.Object({
  rows: Type.Array(AuditRow),
  next: Type.Optional(Type.String()),
});
export type AuditPage = Shape<typeof AuditPage>;

/** A job that is not done. Its data are ids. */
export const OpenJobRow = Type.Object({
  jobId: Type.String(),
  kind: Type.String(),
  state: oneOf('waiting', 'running', 'failed'),
  createdAt: Type.String(),
  startsAfter: Type.String(),
  attempts: Type.Number(),
  /** The name of the error of the last attempt; the log has the rest. */
  problem: nullable(Type.String()),
  data: Type.Record(Type.String(), Type.Unknown()),
});
export type OpenJobRow = Shape<typeof OpenJobRow>;

/** `next` is the `after` of the next page; absent on the last page. */
export const JobPage = Type.Object({
  jobs: Type.Array(OpenJobRow),
  next: Type.Optional(Type.String()),
});
export type JobPage = Shape<typeof JobPage>;

/** `isRecent`: whether it may be sent again. */
export const UndeliveredView = Type.Object({
  isRecent: Type.Boolean(),
  notificationId: Type.String(),
  subject: Type.String(),
  subjectId: Type.String(),
  clientId: Type.String(),
  status: Type.String(),
  madeAt: Type.String(),
  attempts: Type.Number(),
  problem: nullable(Type.String()),
});
export type UndeliveredView = Shape<typeof UndeliveredView>;

/** `after` or `before` of the next page; neither on the last one. A page may be empty and have a next one. */
export const UndeliveredPage = Type.Object({
  notifications: Type.Array(UndeliveredView),
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
});
export type UndeliveredPage = Shape<typeof UndeliveredPage>;

export const backgroundContracts = contracts(backgroundInternal, {
  listAudit: { body: AuditQuery, response: AuditPage },
  listJobs: { body: JobsQuery, response: JobPage },
  retryJob: {},
  listUndelivered: { body: UndeliveredQuery, response: UndeliveredPage },
  retryNotification: {},
});
