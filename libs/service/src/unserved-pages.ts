import type { Refusal } from '@open-banking/messages';
import type { FastifyRequest } from 'fastify';

/** A page for a browser. */
export interface UnservedPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The pages that a service shows in a browser for an address or a method that no handler serves (404, 405). */
export abstract class UnservedPages {
  /** Undefined: the service has no pages of its own for this. */
  abstract page(refusal: Refusal, request: FastifyRequest): Promise<UnservedPage> | undefined;
}

export const noUnservedPages: UnservedPages = { page: () => undefined };
