import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Answer, JsonText, publishedCaching } from '@open-banking/http';
import { sent } from '@open-banking/messages/bytes-with-room';
import type { FastifyReply } from 'fastify';

/** As Fastify writes it for an object. */
const json = 'application/json; charset=utf-8';

type Reply = Parameters<FastifyAdapter['reply']>[0];

/**
 * Writes the status and headers of an `Answer` and the text of a `JsonText`; any other value is the body as it stands. Metadata may be kept
 * for a while. Here, and not in an
 * interceptor: with a single one of those Nest hands every result through rxjs, a tenth of a short request.
 */
export class AnswersAdapter extends FastifyAdapter {
  override reply(reply: Reply, body: unknown, status?: number): FastifyReply {
    const { beforeAnswer, operation } = (reply as FastifyReply).request.bank;
    if (operation?.kind === 'metadata') void (reply as FastifyReply).headers(publishedCaching);
    // Nest awaits what this returns; what is thrown meanwhile goes the way of all errors.
    return beforeAnswer
      ? (beforeAnswer().then(() => this.write(reply, body, status)) as unknown as FastifyReply)
      : this.write(reply, body, status);
  }

  private write(reply: Reply, body: unknown, status?: number): FastifyReply {
    if (body instanceof JsonText) return this.writeText(reply as FastifyReply, body.text, status);
    if (!(body instanceof Answer)) return super.reply(reply, body, status);
    const link = body.headers['link'] && (reply as FastifyReply).getHeader('link');
    void (reply as FastifyReply).headers(body.headers);
    // A deprecated operation has a link already.
    if (link) void (reply as FastifyReply).header('link', `${String(link)}, ${body.headers['link']}`);
    return super.reply(reply, body.body, body.status ?? status);
  }

  private writeText(reply: FastifyReply, text: string | Buffer, status?: number): FastifyReply {
    // Once all of it is with the kernel, or the connection is gone.
    if (typeof text !== 'string') reply.raw.once('close', () => sent(text));
    return super.reply(reply.type(json) as Reply, text, status);
  }
}
