import { operations, parametersOf } from '@open-banking/spec';
import type { CustomerResource } from '@open-banking/installation/customers-file';
import { productKind } from './bank.js';

/** The first of a customer's resources of each kind, by the path parameters that take its id. Throws where a path's kind is missing. */
export function resourceIds(accounts: readonly CustomerResource[]): Record<string, string> {
  const ids = operations.flatMap(({ path, of, formats = {} }) => {
    if (of === undefined) return [];
    const taking = parametersOf(path).filter((name) => formats[name]?.kind === 'uuid');
    const resource = accounts.find(({ kind }) => kind === productKind(of));
    if (taking.length > 0 && !resource)
      throw new Error(`The customer has no ${of} for ${path}: write one into the demo bank (sandbox/src/demo-bank/population.ts)`);
    return taking.map((name) => [name, resource!.resourceId]);
  });
  return Object.fromEntries(ids) as Record<string, string>;
}
