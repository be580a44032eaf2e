import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { TokenAuthority, whoAsks } from '@open-banking/access';
import { Limits } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who asks. A request nobody can be found for is charged to its address, at the row's own numbers. */
@Injectable()
export class Who implements CanActivate {
  constructor(private readonly authority: TokenAuthority, private readonly limits: Limits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { operation, address } = request.bank;
    if (!operation?.token) return true;
    try {
      const who = await whoAsks(operation, request.headers.authorization, this.authority);
      request.bank.reader = who;
      request.bank.clientId = who.clientId;
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) {
        await this.limits.charge(operation, { address }, context.switchToHttp().getResponse<FastifyReply>());
      }
      throw error;
    }
    return true;
  }
}
