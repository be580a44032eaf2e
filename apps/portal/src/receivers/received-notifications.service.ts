import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { asRefusal, type RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { asRoute, receiverPages, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ReceiversService } from './receivers.service.js';

const row = receiverPages.receiveNotification as Operation;
/** A notification has some 120 bytes. */
const maxBytes = 4_096;
/** Longer than the bank waits for an answer. */
const slowMs = 4_000;

/** Receives notifications, as any third party's server does: no session and no form. In the sandbox only. */
@Injectable()
export class ReceivedNotificationsService implements RouteRegistrar {
  constructor(
    private readonly receivers: ReceiversService,
    private readonly settings: ServiceSettings,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => {
        done(null, body);
      });
      scope.setErrorHandler((error, request, reply) => {
        const refusal = asRefusal(error);
        request.bank.error = refusal;
        void reply.code(refusal.status).send();
      });
      scope.route({
        method: row.method,
        url: asRoute(row.path),
        config: { operation: row },
        handler: (request: FastifyRequest, reply: FastifyReply) => this.receive(request, reply),
      });
    });
  }

  private async receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { receiverId } = request.params as { readonly receiverId: string };
    const header = (name: string): string | undefined => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const answer = await this.receivers.receive(receiverId, {
      requestId: header('x-request-id'),
      digest: header('digest'),
      signature: header('x-jws-signature'),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      query: /\?.*$/.exec(request.url)?.[0] ?? '',
    });
    if (answer === undefined) throw new Refusal('RESOURCE_UNKNOWN');
    if (answer === 'slow') await pause(slowMs);
    return reply.code(answer === 'fails' ? 500 : 204).send();
  }
}
