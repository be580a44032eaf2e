import { limits } from '../src/limits.js';
import { interfaceServices, operations, productOf, products } from '../src/table.js';
import { publishedFacts, type PublishedFact } from './published-facts.js';

const asFact = (row: (typeof operations)[number]): PublishedFact => {
  const { title, version, planVersion = '', plan, tier, given } = productOf(row);
  return [row.method, row.path, title, version, planVersion, plan, tier, given];
};
const lines = (facts: readonly PublishedFact[]) => facts.map((fact) => fact.join(' | ')).sort();

describe('the table', () => {
  it('has exactly the published operations with their product, versions, plan, tier and limit label', () => {
    expect(lines(operations.map(asFact))).toEqual(lines(publishedFacts));
  });

  it('names every operation once, and every method of a path once', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(publishedFacts.length);
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(publishedFacts.length);
  });

  it('has four public metadata operations; all others are business operations, each with its token', () => {
    const metadata = operations.filter(({ kind }) => kind === 'metadata');
    expect(metadata.map(({ path }) => path.split('/').at(-1))).toEqual(Array(4).fill('oauth-authorization-server'));
    expect(metadata.filter(({ token }) => token)).toEqual([]);
    expect(operations.filter(({ kind, token }) => kind === 'business' && token)).toHaveLength(publishedFacts.length - 4);
  });

  it('limits every operation by the published windows: three, or one hundred per hour', () => {
    for (const row of operations) {
      const chosen = limits[row.limits];
      if (productOf(row).given === '3 rate limits') expect(Object.keys(chosen)).toEqual(['second', 'minute', 'day']);
      else expect(chosen).toEqual({ hour: 100 });
    }
  });

  it('requires a consent exactly where it names a permission', () => {
    expect(operations.filter((row) => (row.permission !== undefined) !== (row.token?.consent === true))).toEqual([]);
  });

  it('has one product for each service, in the order of the specification', () => {
    expect(products.map(({ product }) => product.service)).toEqual(interfaceServices);
  });
});
