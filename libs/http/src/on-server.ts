import type { FastifyInstance } from 'fastify';

/**
 * A provider of a module that adds raw routes of its own (OAuth endpoints, pages), before the server listens.
 * Provide it and name its class in the module's list under ON_SERVER.
 */
export interface OnServer { onServer(server: FastifyInstance): void | Promise<void> }

export const ON_SERVER = Symbol('open-banking:on-server');
