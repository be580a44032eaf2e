export type { AnswerEvent, CallOptions, NoInput, SharedOptions } from './call-options.js';
export { connect, type Bank } from './connect.js';
export type { CustomerAccess } from './customer-access.js';
export {
  BankError,
  ConnectionError,
  OAuthError,
  RateLimitError,
  RequestError,
  UnsavedGrantError,
  VerificationError,
  type TppMessage,
} from './errors.js';
export type * from './generated/messages.js';
export type { ErrorCode } from './generated/error-codes.js';
export { operations, type Operations } from './generated/operations.js';
export type { RequestHeader } from './generated/request-headers.js';
export type { AccessToken, Authorization, Grant } from './grant.js';
export type { Notification, ReceivedRequest } from './notification.js';
export type { Answer, ClientOperationId, CustomerOperationId, Input, Issuer, OperationId, PagedOperationId } from './operation-ids.js';
export type { RateLimitWindow } from './rate-limit.js';
export type { Authentication, ClientCertificate, PrivateJwk, PrivateKey, Repetition, Settings } from './settings.js';
