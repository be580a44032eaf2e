import { MetadataScanner } from '@nestjs/core';
import 'reflect-metadata';

/** A method that a decorator has marked, and what the decorator says of it. */
export interface DecoratedMethod<Metadata> {
  readonly name: string;
  readonly metadata: Metadata;
  readonly method: (...args: never[]) => unknown;
}

const scanner = new MetadataScanner();

/** The methods of a class that carry metadata under `key`, inherited ones included. Every decorator of ours is found here. */
export function decoratedMethods<Metadata>(prototype: object | null, key: string): DecoratedMethod<Metadata>[] {
  return scanner.getAllMethodNames(prototype).flatMap((name) => {
    const method = (prototype as Record<string, DecoratedMethod<Metadata>['method']>)[name]!;
    const metadata = Reflect.getMetadata(key, method) as Metadata | undefined;
    return metadata === undefined ? [] : [{ name, metadata, method }];
  });
}

/** The same of instances (providers, as Nest's `DiscoveryService` lists them), each method bound to its instance. */
export const boundMethods = <Metadata>(
  instances: readonly object[],
  key: string,
): (DecoratedMethod<Metadata> & { readonly instance: object })[] =>
  instances.flatMap((instance) =>
    decoratedMethods<Metadata>(Object.getPrototypeOf(instance) as object | null, key).map((found) => ({
      ...found,
      instance,
      method: found.method.bind(instance),
    })),
  );
