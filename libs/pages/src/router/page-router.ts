import { asRefusal } from '@open-banking/http';
import type { Refusal } from '@open-banking/messages';
import { asRoute, routingPath, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms, csrfToken, isOurs, sentForm, stepOf, type SentForm } from '../forms/sent-form.js';

type Headers = Readonly<Record<string, string>>;

/** The answer to a visit: a page or file, or an address to go on to. Its headers replace the usual ones of the pages. */
export type PageAnswer =
  | { readonly body: string | Buffer; readonly status?: number | undefined; readonly headers?: Headers | undefined }
  | { readonly goTo: string; readonly headers?: Headers | undefined };

/** A request of one browser. `browser` is the id of its session or interaction: its forms are bound to it. */
export interface PageVisit {
  readonly browser: string;
  readonly form: SentForm;
}

export type Page<Visit, Result> = readonly [
  row: Pick<Operation, 'method' | 'path'> & Partial<Operation>,
  handle: (visit: Visit, reply: FastifyReply) => Result | Promise<Result>,
];

/** Sends an answer. Fastify's own for an empty body has no Content-Type. */
export function sendPage(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  void reply.headers(answer.headers ?? {});
  if ('goTo' in answer) return reply.code(303).header('location', answer.goTo).send('');
  return reply.code(answer.status ?? 200).send(answer.body);
}

/**
 * The one way in which pages are served: bodies are forms, read in the scope of these pages alone; a form without the token of its browser
 * is refused before its handler runs; every error is a page. The pages of a site say what a visit is, and how their results and errors
 * look.
 */
export abstract class PageRouter<Visit extends PageVisit, Result> {
  constructor(private readonly formKey: Buffer) {}

  /** Serves pages. `accept`: which bodies they take. */
  async open(server: FastifyInstance, pages: readonly Page<Visit, Result>[], accept = acceptForms): Promise<void> {
    await server.register(async (scope) => {
      accept(scope);
      scope.setErrorHandler(async (error, request, reply) => {
        const refusal = asRefusal(error, request.bank.operation);
        request.bank.error = refusal;
        return sendPage(reply, await this.fault(refusal, request, reply));
      });
      for (const page of pages) this.route(scope, page);
    });
  }

  /** The token that the forms of a browser bring back. */
  protected csrf(browser: string): string {
    return csrfToken(this.formKey, browser);
  }

  /** The request also counts as a sign-in: a form with this step, or a visit to this page. */
  protected signsIn(_row: Partial<Operation>, step: string | undefined): boolean {
    return step === 'sign-in';
  }

  /** The form comes from a page that this browser was shown. */
  protected isOwnForm(visit: Visit, _request: FastifyRequest): boolean {
    return isOurs(visit.form, this.formKey, visit.browser);
  }

  protected abstract visit(request: FastifyRequest, reply: FastifyReply): Visit | Promise<Visit>;
  protected abstract answer(result: Result, visit: Visit, reply: FastifyReply): PageAnswer;
  protected abstract foreignForm(visit: Visit, reply: FastifyReply): PageAnswer | Promise<PageAnswer>;
  protected abstract fault(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): PageAnswer | Promise<PageAnswer>;

  private route(scope: FastifyInstance, [row, handle]: Page<Visit, Result>): void {
    scope.route({
      method: row.method,
      url: asRoute(row.path),
      config: { operation: row as Operation, signsIn: (body) => this.signsIn(row, stepOf(body)) },
      handler: async (request, reply) => {
        const visit = await this.visit(request, reply);
        const isForeign = row.method === 'POST' && !this.isOwnForm(visit, request);
        return sendPage(reply, isForeign ? await this.foreignForm(visit, reply) : this.answer(await handle(visit, reply), visit, reply));
      },
    });
  }
}

/** The parts of a request that visits of all pages have. */
export const visitParts = ({ body, headers, params, query, url }: FastifyRequest) => ({
  form: sentForm(body),
  cookies: headers.cookie,
  params: params as Readonly<Record<string, string>>,
  query: query as Readonly<Record<string, string | undefined>>,
  path: routingPath(url.split('?')[0]!),
  search: new URLSearchParams(url.split('?')[1]),
});
