import { Injectable } from '@nestjs/common';
import { BankLogin, LoginRefused, LogoutTokens } from '@open-banking/issuer';
import { asRefusal, render, type RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { acceptForms, sentForm } from '@open-banking/pages';
import { asRoute, loginEndpoints } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CustomerSessionsService } from './sessions.service.js';

/** Where the bank's OpenID provider says that a customer has signed out there: their sessions here end with it (Back-Channel Logout 1.0). */
@Injectable()
export class EndedLoginsService implements RouteRegistrar {
  private tokens?: LogoutTokens;

  constructor(
    private readonly login: BankLogin,
    private readonly sessions: CustomerSessionsService,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    const row = loginEndpoints.endLogins;
    await server.register(async (scope) => {
      acceptForms(scope);
      scope.setErrorHandler((error, request, reply) => {
        const { status, headers, body } = render(error, request.headers.accept);
        request.bank.error = asRefusal(error);
        void reply.code(status).headers(headers).send(body);
      });
      scope.route({
        method: row.method,
        url: asRoute(row.path),
        config: { operation: row },
        handler: async (request: FastifyRequest, reply: FastifyReply) => {
          if (!this.login.isOn) throw new Refusal('RESOURCE_UNKNOWN', 'no OpenID provider is set');
          return this.end(request, reply);
        },
      });
    });
  }

  private async end(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply.header('cache-control', 'no-store');
    try {
      this.tokens ??= new LogoutTokens(this.login.provider);
      await this.sessions.endSessions(await this.tokens.ended(sentForm(request.body).get('logout_token') ?? ''));
      return await reply.code(200).send('');
    } catch (error) {
      if (!(error instanceof LoginRefused)) throw error;
      request.bank.error = new Refusal('FORMAT_ERROR', error);
      return reply
        .code(400)
        .send({ error: 'invalid_request', error_description: 'not a logout token of the OpenID provider for this client' });
    }
  }
}
