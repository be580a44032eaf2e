import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import {
  DeveloperKeys,
  invalidDpopProof,
  keyIn,
  SenderConstraintService,
  stoppedClient,
  TokenAuthority,
  authenticateToken,
} from '@open-banking/access';
import { ServiceSettings } from '@open-banking/config';
import type { Introspection } from '@open-banking/contracts';
import { BankClock } from '@open-banking/database';
import { gatewayLogHeaders, replyOf, currentRequest } from '@open-banking/http';
import { RateLimitsService } from '@open-banking/limits';
import { Refusal, unknownPathText } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReadsAheadService } from './reads-ahead.service.js';

/** As while the service is really unavailable. */
const unavailable = (leftMs: number): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', { outage: leftMs }, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });

/**
 * Finds the client by its token. A request without a valid token is charged to its address, at the row's own limits; a request
 * of a suspended client is charged to the client.
 */
@Injectable()
export class AuthenticateGuard implements CanActivate {
  constructor(
    private readonly authority: TokenAuthority,
    private readonly senders: SenderConstraintService,
    private readonly limits: RateLimitsService,
    private readonly readsAhead: ReadsAheadService,
    private readonly developers: DeveloperKeys,
    private readonly settings: ServiceSettings,
    private readonly clock: BankClock,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = currentRequest(context);
    const { operation } = request.bank;
    if (operation?.kind === 'sandbox') return this.admitDeveloper(operation, request, replyOf(context));
    return operation?.token ? this.admitClient(operation, request, replyOf(context), this.readsAhead.of(context)) : true;
  }

  private async admitClient(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
    meanwhile?: (remembered: Introspection) => void,
  ): Promise<boolean> {
    const { headers, bank } = request;
    const { address, method, path, certificate } = bank;
    try {
      const twice = bank.repeatedHeaders.get('dpop');
      if (twice) throw invalidDpopProof(twice.text!);
      const proof = headers['dpop'] as string | undefined;
      const presented = { authorization: headers.authorization, method, path, proof, certificate };
      bank.introspection = await authenticateToken(operation, presented, this.authority, this.senders, meanwhile);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) await this.limits.charge(operation, { address }, reply);
      throw error;
    }
    const { clientId, suspended, registerStanding, outages } = bank.introspection;
    bank.clientId = clientId;
    void reply.header(gatewayLogHeaders.client, clientId);
    const leftMs = outages ? this.outageMs(outages[operation.service]) : 0;
    if (!suspended && leftMs <= 0) return true;
    // Charged as any other request of the client: being suspended is no way around its limits.
    await this.limits.charge(operation, { client: clientId! }, reply);
    throw suspended ? stoppedClient(registerStanding) : unavailable(leftMs);
  }

  /** How long a scenario of the sandbox goes on. */
  private outageMs(until = 0): number {
    return until - this.clock.now().getTime();
  }

  /** An operation for developers: outside the sandbox there is none. A request without a key is charged to its address. */
  private async admitDeveloper(operation: Operation, { headers, bank }: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (!this.settings.sandbox) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: unknownPathText }]);
    const key = keyIn(headers.authorization);
    bank.developerId = key === undefined ? undefined : await this.developers.developerOf(key);
    if (bank.developerId !== undefined) return true;
    await this.limits.charge(operation, { address: bank.address }, reply);
    const came = key === undefined ? 'the request has none' : 'nobody has the key presented';
    const text = `This operation needs a sandbox key, which you make at /developer/scenarios, as "Authorization: Bearer <key>"; ${came}.`;
    throw new Refusal(
      [{ code: 'TOKEN_UNKNOWN', path: 'Authorization', text }],
      undefined,
      key === undefined ? {} : { tokenError: 'invalid_token' },
    );
  }
}
