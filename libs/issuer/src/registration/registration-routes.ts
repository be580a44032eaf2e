import { asRefusal, jsonBody, renderOAuth, type RouteRegistrar } from '@open-banking/http';
import { oauthErrorOf, refuseAll } from '@open-banking/messages';
import { asRoute, registrationEndpoints, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RegistrationRefused } from './registration-refused.js';
import type { Registrations } from './registrations.js';

type Answering = (asked: { readonly clientId: string; readonly address: string; token(): string; body(): unknown }) => Promise<unknown>;

/** The registration endpoint, and below it one address a client. Outside the sandbox there is none. */
export class RegistrationRoutes implements RouteRegistrar {
  constructor(
    private readonly registrations: Registrations,
    private readonly settings: { readonly sandbox: boolean },
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    const { registerClient, readRegistration, updateRegistration, deleteRegistration } = registrationEndpoints as unknown as Record<
      keyof typeof registrationEndpoints,
      Operation
    >;
    await server.register(async (scope) => {
      scope.setErrorHandler(answerError);
      const serve = (row: Operation, status: number, answer: Answering): void => this.serve(scope, row, status, answer);
      serve(registerClient, 201, ({ body, address }) => this.registrations.register(body(), address));
      serve(readRegistration, 200, ({ clientId, token }) => this.registrations.read(clientId, token()));
      serve(updateRegistration, 200, ({ clientId, token, body }) => this.registrations.update(clientId, token(), body()));
      serve(deleteRegistration, 204, ({ clientId, token }) => this.registrations.delete(clientId, token()));
    });
  }

  private serve(scope: FastifyInstance, row: Operation, status: number, answer: Answering): void {
    scope.route({
      method: row.method,
      url: asRoute(row.path),
      config: { operation: row },
      handler: async (request, reply) => {
        const { clientId = '' } = request.params as { clientId?: string };
        const answered = await answer({
          clientId,
          address: request.bank.address,
          token: () => tokenOf(request),
          body: () => registrationBody(request),
        });
        return reply.code(status).send(answered);
      },
    });
  }
}

function tokenOf({ headers }: FastifyRequest): string {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined)
    throw new RegistrationRefused('invalid_token', {
      path: 'Authorization',
      text: 'The registration access token is needed, as a bearer token.',
    });
  return token;
}

function registrationBody({ headers, bank }: FastifyRequest): unknown {
  const { value, faults } = jsonBody(headers['content-type'], bank.rawBody, headers['content-encoding']);
  refuseAll(faults);
  return value;
}

/** RFC 7591 §3.2.2 */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  const usual = request.bank.repeatedHeaders.has('authorization') ? 'invalid_request' : 'invalid_client_metadata';
  const named = refusal instanceof RegistrationRefused ? refusal.error : oauthErrorOf(refusal, usual);
  const { status, headers, body } = renderOAuth(refusal, named);
  request.bank.error = refusal;
  void reply.code(status).headers(headers).send(body);
}
