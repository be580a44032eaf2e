import { operations, parametersOf } from '@open-banking/spec';
import type { CustomerResource } from '@open-banking/installation/customers-file';
import { productKind } from './bank.js';

/** The first of a customer's resources of each kind, by the names of the path parameters that take its id. */
export function resourceIds(accounts: readonly CustomerResource[]): Record<string, string> {
  const ids = operations.flatMap(({ path, of, formats = {} }) => {
    if (of === undefined) return [];
    const { resourceId } = accounts.find(({ kind }) => kind === productKind(of))!;
    return parametersOf(path)
      .filter((name) => formats[name]?.kind === 'uuid')
      .map((name) => [name, resourceId]);
  });
  return Object.fromEntries(ids) as Record<string, string>;
}
