import type { Frame, PageVisit } from '@open-banking/pages';
import type { FastifyRequest } from 'fastify';

/** A request to a page of an issuer. Its forms are bound to the interaction, of which only its own browser has the cookie. */
export interface InteractionVisit extends PageVisit {
  readonly frame: Frame;
  readonly request: FastifyRequest;
}
