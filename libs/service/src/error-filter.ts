import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { unknownRoute, asRefusal, isOAuthPath, render, renderOAuth, withIdParameter } from '@open-banking/http';
import { pageHeaders, unknownPage, wantsPage } from '@open-banking/http/plain-page';
import type { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnnouncedMaintenance } from './maintenance/announced-maintenance.js';
import type { UnservedPage, UnservedPages } from './unserved-pages.js';

const plainPage: UnservedPage = { headers: pageHeaders, body: unknownPage() };

/** Everything thrown, by us, by Nest or by Fastify, ends here and nowhere else. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly rows: readonly Operation[],
    private readonly maintenance: AnnouncedMaintenance,
    private readonly pages: UnservedPages,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    // Nest's own error for a path that no handler serves; ours is never a NotFoundException.
    const unserved = thrown instanceof NotFoundException ? request.url.split('?')[0]! : undefined;
    const error = unserved === undefined ? thrown : unknownRoute(this.rows, unserved);
    const refusal = withIdParameter(asRefusal(error, request.bank.operation), request.bank.operation);
    request.bank.error = refusal;
    // The gateways do so themselves except below paths that a service has to itself, such as /customer and /developer.
    const page = unserved !== undefined && wantsPage(request.headers.accept) ? this.page(refusal, request) : undefined;
    if (page) return void this.sendPage(http.getResponse<FastifyReply>(), refusal, page);
    const isOAuth = unserved !== undefined && isOAuthPath(this.rows, unserved);
    const { status, headers, body } = isOAuth ? renderOAuth(refusal) : render(refusal, request.headers.accept);
    void http
      .getResponse<FastifyReply>()
      .code(status)
      .headers({ ...headers, ...this.retryAfter(request, status) })
      .send(body);
  }

  private page(refusal: Refusal, request: FastifyRequest): UnservedPage | Promise<UnservedPage> | undefined {
    return this.pages.page(refusal, request) ?? (refusal.status === 404 ? plainPage : undefined);
  }

  /** Never rejects: nothing waits for it. */
  private async sendPage(
    reply: FastifyReply,
    { status, hints: { allow } }: Refusal,
    page: UnservedPage | Promise<UnservedPage>,
  ): Promise<void> {
    const { headers, body } = await Promise.resolve(page).catch(() => plainPage);
    void reply
      .code(status)
      .headers({ ...headers, ...(allow && { allow: allow.join(', ') }) })
      .send(body);
  }

  /** In a maintenance window what cannot be answered now is to be repeated when it has ended. Health checks repeat at their own pace. */
  private retryAfter({ bank }: FastifyRequest, status: number): Readonly<Record<string, string>> {
    const seconds = status === 503 && bank.operation?.kind !== 'health' ? this.maintenance.secondsLeft() : undefined;
    return seconds === undefined ? {} : { 'retry-after': String(seconds) };
  }
}
