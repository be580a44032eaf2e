import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Answer } from '@open-banking/http';
import type { FastifyReply } from 'fastify';

/**
 * Writes the status and headers of an `Answer`; any other value is the body as it stands. Here, and not in an
 * interceptor: with a single one of those Nest hands every result through rxjs, a tenth of a short request.
 */
export class AnswersAdapter extends FastifyAdapter {
  override reply(reply: Parameters<FastifyAdapter['reply']>[0], body: unknown, status?: number): FastifyReply {
    if (!(body instanceof Answer)) return super.reply(reply, body, status);
    void (reply as FastifyReply).headers(body.headers);
    return super.reply(reply, body.body, body.status ?? status);
  }
}
