import { DiscoveryService } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Every provider and controller of the application, each once. */
export function injectedInstances(app: NestFastifyApplication): object[] {
  const discovery = app.get(DiscoveryService);
  const instances = [...discovery.getProviders(), ...discovery.getControllers()].map(({ instance }) => instance as unknown);
  return [...new Set(instances.filter((instance): instance is object => typeof instance === 'object' && instance !== null))];
}
