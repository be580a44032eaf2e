import { DiscoveryService } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { decoratedMethods, OPERATION } from '@open-banking/http';
import { operationsOf, type Operation, type Service } from '@open-banking/spec';

/** A handler found in a service: the row it serves and where it stands, for the message. */
export interface Handler {
  readonly row: Operation;
  readonly place: string;
}

/** The handlers of controllers, in order. */
export const handlersOf = (controllers: readonly Function[]): Handler[] =>
  controllers.flatMap((controller) =>
    decoratedMethods<Operation>(controller.prototype as object, OPERATION).map(({ name, metadata: row }) => ({
      row,
      place: `${controller.name}.${name}`,
    })),
  );

/** The faults that keep a service from starting: a row without handler, with two, or a handler of a row that is not this service's. */
export function startUpFaults(rows: readonly Operation[], handlers: readonly Handler[]): string[] {
  const missing = rows
    .filter(({ id }) => !handlers.some(({ row }) => row.id === id))
    .map(({ id, method, path }) => `${id} (${method} ${path}) has no handler`);
  const doubled = rows.flatMap(({ id }) => {
    const places = handlers.filter(({ row }) => row.id === id).map(({ place }) => place);
    return places.length > 1 ? [`${id} has ${places.length} handlers: ${places.join(', ')}`] : [];
  });
  const foreign = handlers
    .filter(({ row }) => !rows.some(({ id, method, path }) => id === row.id && method === row.method && path === row.path))
    .map(({ row, place }) => `${place} serves ${row.method} ${row.path}, which is not in this service's table`);
  return [...missing, ...doubled, ...foreign];
}

/** Throws where the table and the handlers disagree, before a single request is taken. */
export function refuseUnfitTable(service: Service, app: NestFastifyApplication): void {
  const controllers = app
    .get(DiscoveryService)
    .getControllers()
    .map(({ metatype }) => metatype as Function);
  const handlers = handlersOf(controllers).filter(({ row }) => row.kind === 'business' || row.kind === 'metadata');
  const faults = startUpFaults(operationsOf(service), handlers);
  if (faults.length > 0) throw new Error(`its handlers do not fit the table:\n  ${faults.join('\n  ')}`);
}

/** Every provider and controller of the application, each once. */
export function injectedInstances(app: NestFastifyApplication): object[] {
  const discovery = app.get(DiscoveryService);
  const instances = [...discovery.getProviders(), ...discovery.getControllers()].map(({ instance }) => instance as unknown);
  return [...new Set(instances.filter((instance): instance is object => typeof instance === 'object' && instance !== null))];
}
