import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { absent, asRefusal, render } from '@open-banking/http';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Everything thrown, by us, by Nest or by Fastify, ends here and nowhere else. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly rows: readonly Operation[]) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(this.rows, error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** The same for what never reaches Nest: errors of Fastify's own and raw routes. */
export function answerError(rows: readonly Operation[], thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // Nest's own word for a path nobody serves; ours is never a NotFoundException.
  const error = thrown instanceof NotFoundException ? absent(rows, request.url.split('?')[0]!) : thrown;
  const { status, headers, body } = render(error, request.headers.accept);
  if (request.bank) request.bank.error = asRefusal(error);
  void reply.code(status).headers(headers).send(body);
}
