import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Every provider and controller of the application, each once. */
export function injectedInstances(app: NestFastifyApplication): object[] {
  const instances = [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.providers.values(), ...module.controllers.values()])
    .map(({ instance }) => instance as unknown);
  return [...new Set(instances.filter((instance): instance is object => typeof instance === 'object' && instance !== null))];
}
