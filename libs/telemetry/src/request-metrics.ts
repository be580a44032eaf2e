import { isIP } from 'node:net';
import type { RequestContext } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import type { FastifyReply } from 'fastify';
import type { Metrics } from './metrics.js';

/** The facts by which a request is counted. Those of its token are there once the token is known. */
interface CountedRequest {
  readonly bank: Pick<RequestContext, 'operation' | 'clientId' | 'error'> & { readonly introspection?: { readonly psuId?: string } };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The caller of a request, as the label `caller`: a closed set, which multiplies the series of an operation by four at most.
 * `attended`: a client, with its customer (a valid `PSU-IP-Address`); `unattended`: a client with a customer's token, without the
 * customer; `client`: a client on its own behalf; `page`: a browser on the bank's pages; `address`: a caller unknown to the bank.
 */
export function callerOf({ bank, headers }: CountedRequest): 'attended' | 'unattended' | 'client' | 'page' | 'address' {
  const { operation, clientId, introspection } = bank;
  if (operation?.kind === 'page') return 'page';
  if (clientId === undefined) return 'address';
  if (isIP(String(headers['psu-ip-address'])) > 0) return 'attended';
  return introspection?.psuId === undefined ? 'client' : 'unattended';
}

/** Counts an answered request. Health checks are not counted: several a second, they would hide everything else. */
export function countRequest(metrics: Metrics, request: CountedRequest, { statusCode, elapsedTime }: FastifyReply): void {
  const { operation, clientId, error } = request.bank;
  if (operation?.kind === 'health') return;
  const name = operation?.id ?? 'none';
  metrics.duration.observe({ operation: name, status: statusCode, caller: callerOf(request) }, elapsedTime / 1_000);
  if (clientId !== undefined) metrics.clientRequests.count(clientId, statusCode);
  if (error instanceof Refusal) countRefusal(metrics, name, error);
}

function countRefusal(metrics: Metrics, operation: string, { faults, detail }: Refusal): void {
  for (const { code } of faults) metrics.refusals.inc({ operation, code });
  const { window } = (detail ?? {}) as { window?: string };
  if (window !== undefined) metrics.limitRefusals.inc({ operation, window });
}
