import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Answer } from '@open-banking/http';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Writes the status and headers of an `Answer`; any other value is the body as it stands. */
@Injectable()
export class Answers implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: unknown) => {
      if (!(value instanceof Answer)) return value;
      const reply = context.switchToHttp().getResponse<FastifyReply>();
      if (value.status !== undefined) void reply.code(value.status);
      void reply.headers(value.headers);
      return value.body;
    }));
  }
}
