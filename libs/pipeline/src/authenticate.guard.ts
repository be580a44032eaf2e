import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { SenderConstraintService, stoppedClient, TokenAuthority, authenticateToken, type Introspection } from '@open-banking/access';
import { gatewayLogHeaders, replyOf, requestOf } from '@open-banking/http';
import { RateLimitsService } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReadsAheadService } from './reads-ahead.service.js';

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
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { operation } = request.bank;
    if (!operation?.token) return true;
    const reply = replyOf(context);
    const introspection = await this.introspected(operation, request, reply, this.readsAhead.of(context));
    const { clientId, suspended, registerStanding } = introspection;
    request.bank.introspection = introspection;
    request.bank.clientId = clientId;
    void reply.header(gatewayLogHeaders.client, clientId);
    if (!suspended) return true;
    // Charged as any other request of the client: being suspended is no way around its limits.
    await this.limits.charge(operation, { client: clientId! }, reply);
    throw stoppedClient(registerStanding);
  }

  private async introspected(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
    meanwhile?: (remembered: Introspection) => void,
  ): Promise<Introspection> {
    const { method, headers, bank } = request;
    const { address, path, certificate } = bank;
    const proof = headers['dpop'] as string | undefined;
    try {
      const presented = { authorization: headers.authorization, method, path, proof, certificate };
      return await authenticateToken(operation, presented, this.authority, this.senders, meanwhile);
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) await this.limits.charge(operation, { address }, reply);
      throw error;
    }
  }
}
