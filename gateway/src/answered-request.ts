import type { Service } from '@open-banking/spec';
import type { OwnAnswer } from './answers.js';

/** A request that was answered, for the log and the metrics. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method?: string;
  /** The path as the table has it, with the names of its parameters: the path as sent may hold account numbers. */
  readonly route?: string;
  readonly target?: Service;
  /** The operation of the table, and the client if it is known: both as the service says. */
  readonly operation?: string;
  readonly clientId?: string;
  readonly status: number;
  /** The sender of the response. */
  readonly source: 'service' | 'gateway';
  readonly ms: number;
  /** The trace it is recorded in, if it is. */
  readonly traceId?: string;
  /** Why the gateway answers in place of a service; absent where the fault is the client's. */
  readonly detail?: unknown;
}

/** The facts of an answer that the gateway gives itself. */
export const ownAnswered = ({ answer: { status }, detail }: OwnAnswer): Pick<AnsweredRequest, 'status' | 'source' | 'detail'> => ({
  status,
  source: 'gateway',
  ...(status >= 500 && { detail }),
});
