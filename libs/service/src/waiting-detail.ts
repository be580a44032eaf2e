import type { RequestContext } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyRequest } from 'fastify';

/** A request in memory until it is sent to the portal. It holds references only: contents are read when it is sent. */
export interface WaitingDetail {
  readonly at: number;
  readonly clientId: string;
  readonly operation: Operation;
  readonly bank: RequestContext;
  readonly headers: FastifyRequest['headers'];
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly bytes: number;
}
