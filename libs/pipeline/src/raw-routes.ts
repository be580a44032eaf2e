import type { RateLimitsService } from '@open-banking/limits';
import { signInStep } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';

/**
 * Charges each request of this scope to its address, by the operation of its route, once its body is read and before its handler runs. A
 * step of a form may count as a sign-in besides. A route without an operation, or with one that has no limits, throws when it is
 * registered.
 */
export function limitRawRoutes(scope: FastifyInstance, limits: RateLimitsService): void {
  scope.addHook('onRoute', ({ method, url, config }) => {
    const route = `${String(method)} ${url}`;
    if (!config?.operation) throw new Error(`${route} is registered without an operation of the table, so nothing limits it`);
    if (limits.windowsOf(config.operation).length === 0)
      throw new Error(`${route} is registered as ${config.operation.id}, which has no limits in the table`);
  });
  scope.addHook('preHandler', async (request, reply) => {
    const { operation, isChargedByHandler, signsIn } = request.routeOptions.config;
    // No route has this path: the server's own handler answers.
    if (!operation || isChargedByHandler) return;
    const subject = { address: request.bank.address };
    await limits.charge(operation, subject, reply);
    if (signsIn?.(request.body)) await limits.charge(signInStep, subject, reply);
  });
}
