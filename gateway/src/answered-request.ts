import type { Service } from '@open-banking/spec';

/** A request that was answered, for the log and the metrics. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method?: string;
  /** The path as the table has it, with the names of its parameters: the path as sent may hold account numbers. */
  readonly route?: string;
  readonly target?: Service;
  readonly status: number;
  /** Whose response it is. */
  readonly source: 'service' | 'gateway';
  readonly ms: number;
  /** Why the gateway answers in place of a service; absent where the fault is the client's. */
  readonly detail?: unknown;
}
