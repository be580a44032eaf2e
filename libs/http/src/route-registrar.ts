import type { FastifyInstance } from 'fastify';

/**
 * A provider of a module that adds raw routes of its own (OAuth endpoints, pages), before the server listens.
 * Whatever module provides it, it is found by its method.
 */
export interface RouteRegistrar {
  registerRoutes(server: FastifyInstance): void | Promise<void>;
}
