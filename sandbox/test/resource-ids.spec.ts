import { resourceKinds } from '@open-banking/spec';
import type { CustomerResource } from '@open-banking/installation/customers-file';
import { productKind, resourceIds } from '../src/demo-bank/index.js';

describe('the ids of what a customer has', () => {
  const resources = resourceKinds.map((kind) => ({ kind: productKind(kind), resourceId: `id of ${kind}` }) as unknown as CustomerResource);

  it('are the first of each kind, by the path parameters that take them; a kind that the customer lacks is named with the remedy', () => {
    expect(resourceIds(resources)).toMatchObject({
      'card-id': 'id of card',
      'savings-account-id': 'id of savings',
      loanAccountID: 'id of loan',
    });
    expect(() => resourceIds(resources.filter(({ kind }) => kind !== 'card'))).toThrow(
      'The customer has no card for /v1.7/cards/{card-id}: write one into the demo bank (sandbox/src/demo-bank/population.ts)',
    );
  });
});
