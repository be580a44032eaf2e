import { asPattern, asRoute, parametersOf } from '../src/path.js';
import { digits } from '../src/operation.js';
import { operations } from '../src/table.js';

describe('a path', () => {
  it('becomes a route whose parameters have names of code', () => {
    expect(asRoute('/v1.7/cards/{card-id}/balances')).toBe('/v1.7/cards/:cardId/balances');
    expect(asRoute('/account/{BranchNumber}-{AccountNumber}/loans')).toBe('/account/:BranchNumber-:AccountNumber/loans');
  });

  it('becomes a pattern that fits itself and no longer or shorter path', () => {
    const pattern = new RegExp(asPattern('/v1.7/cards/{card-id}/balances'));
    expect('/v1.7/cards/8a9/balances').toMatch(pattern);
    for (const other of [
      '/v1x7/cards/8a9/balances',
      '/v1.7/cards/8a9/balances/',
      '/v1.7/cards//balances',
      '/v1.7/cards/8/9/balances',
      '/x/v1.7/cards/8a9/balances',
    ]) {
      expect(other).not.toMatch(pattern);
    }
  });

  it('is fitted by no other operation of the same method', () => {
    for (const { method, path } of operations) {
      const example = path.replace(/\{[^}]+\}/g, '12');
      expect(
        operations.filter((row) => row.method === method && new RegExp(asPattern(row.path)).test(example)).map((row) => row.path),
      ).toEqual([path]);
    }
  });

  it('tells its parameters in order, as the specification spells them', () => {
    expect(parametersOf('/loan/{BranchNumber}-{AccountNumber}/arrears/transactions')).toEqual(['BranchNumber', 'AccountNumber']);
  });

  it('takes so many digits and no more, and nothing behind a line break', () => {
    const { pattern, text } = digits(1, 4);
    expect(text).toBe('1 to 4 digits');
    for (const good of ['0', '1234']) expect(good).toMatch(pattern);
    for (const bad of ['', '12345', '12a', '-1', '１２', '12\n']) expect(bad).not.toMatch(pattern);
  });
});
