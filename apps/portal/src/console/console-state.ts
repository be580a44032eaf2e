import type { Issuer } from '@open-banking/spec';
import type { ConsolePermission } from '../samples/consent-request.js';
import { seal, unseal } from '../sealing/seal.js';

/** The subject of a customer's decision: a consent, a payment, a mandate, or the cancellation of one, by its issuer and id. */
export interface Subject {
  readonly issuer: Issuer;
  readonly id: string;
  /** Payments: the product in their path. */
  readonly product?: string;
  /** Consents: what was asked for. */
  readonly permissions?: readonly ConsolePermission[];
}

/** An approval that the customer was asked for: the redirect must belong to it. */
export interface PendingApproval {
  readonly subject: Subject;
  readonly login: string;
  readonly state: string;
  readonly verifier: string;
  /** The operation to go back to. */
  readonly operationId: string;
}

/** A customer's token, with what it is for. */
export interface Grant {
  readonly subject: Subject;
  readonly login: string;
  readonly token: string;
}

/** The console's memory from page to page. It is kept in the browser, sealed. */
export interface ConsoleState {
  /** At most one of each issuer: the latest. */
  readonly grants: readonly Grant[];
  /** The things created here, the latest first. */
  readonly created: readonly Subject[];
  readonly pending?: PendingApproval;
}

export const emptyState: ConsoleState = { grants: [], created: [] };

/** The cookie with the sealed state. */
export const consoleCookie = 'console';

const validMs = 3_600_000;
/** Browsers keep cookies of 4,096 bytes. */
const maxCreated = 6;

export const grantOf = ({ grants }: ConsoleState, issuer: Issuer): Grant | undefined =>
  grants.find(({ subject }) => subject.issuer === issuer);

export const withCreated = (state: ConsoleState, subject: Subject): ConsoleState => ({
  ...state,
  created: [subject, ...state.created.filter(({ id }) => id !== subject.id)].slice(0, maxCreated),
});

/** With a customer's token; the approval is no longer pending. */
export const withGrant = ({ grants, created }: ConsoleState, grant: Grant): ConsoleState => ({
  grants: [grant, ...grants.filter(({ subject }) => subject.issuer !== grant.subject.issuer)],
  created,
});

/** `session` binds it: in another session it is worthless. */
export const sealState = (key: Buffer, state: ConsoleState, session: string, nowMs: number): string =>
  seal(key, JSON.stringify({ ...state, until: nowMs + validMs }), session).toString('base64url');

/** An empty state where there is none, it has expired, or another session's. */
export function openState(key: Buffer, sealed: string | undefined, session: string, nowMs: number): ConsoleState {
  const text = sealed === undefined ? undefined : unseal(key, Buffer.from(sealed, 'base64url'), session);
  if (text === undefined) return emptyState;
  const { until, ...state } = JSON.parse(text) as ConsoleState & { readonly until: number };
  return until > nowMs ? state : emptyState;
}
