import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { SenderConstraintService, stoppedClient, TokenAuthority, authenticateToken, type Introspection } from '@open-banking/access';
import { RateLimitsService } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who asks. A request nobody can be found for is charged to its address, at the row's own numbers. */
@Injectable()
export class AuthenticateGuard implements CanActivate {
  constructor(
    private readonly authority: TokenAuthority,
    private readonly senders: SenderConstraintService,
    private readonly limits: RateLimitsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { operation, address, path, certificate } = request.bank;
    if (!operation?.token) return true;
    const { authorization, dpop } = request.headers;
    try {
      const who = await authenticateToken(
        operation,
        { authorization, method: request.method, path, proof: dpop as string | undefined, certificate },
        this.authority,
        this.senders,
      );
      request.bank.reader = who;
      request.bank.clientId = who.clientId;
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) {
        await this.limits.charge(operation, { address }, context.switchToHttp().getResponse<FastifyReply>());
      }
      throw error;
    }
    const { suspended, registerStanding } = request.bank.reader as Introspection;
    if (suspended) await this.refuseStopped(operation, stoppedClient(registerStanding), context);
    return true;
  }

  /** Known, and charged as such: being stopped is no way around its limits. */
  private async refuseStopped(operation: Operation, refusal: Refusal, context: ExecutionContext): Promise<never> {
    const client = context.switchToHttp().getRequest<FastifyRequest>().bank.clientId!;
    await this.limits.charge(operation, { client }, context.switchToHttp().getResponse<FastifyReply>());
    throw refusal;
  }
}
