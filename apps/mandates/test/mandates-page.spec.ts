import { tableIn } from '@open-banking/testing';
import { returns } from '../src/collections/collection.js';
import { transitions, reasons } from '../src/mandates/mandate.js';

const table = (head: string): string[][] => tableIn(new URL('../../../docs/mandates.md', import.meta.url), head);
const code = (name: string): string => `\`${name}\``;

describe('docs/mandates.md', () => {
  it('lists the states and their transitions', () => {
    expect(table('`mandateStatus`').map(([status, , become]) => [status, become])).toEqual(
      Object.entries(transitions).map(([status, become]) => [code(status), become.map(code).join(', ') || 'final']),
    );
  });

  it('lists every status reason of a mandate', () => {
    const given = Object.values(reasons).flatMap((reason) => (typeof reason === 'string' ? [reason] : Object.values(reason)));
    expect(
      table('`reasonCode`')
        .map(([reason]) => reason)
        .sort(),
    ).toEqual([...new Set(given)].sort().map(code));
  });

  it('lists the return reasons of collections with their texts', () => {
    expect(table('Comes back with')).toEqual(Object.entries(returns).map(([reason, text]) => [code(reason), text]));
  });
});
