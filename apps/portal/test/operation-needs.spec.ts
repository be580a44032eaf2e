import { operations } from '@open-banking/spec';
import { offers, variablePartsOf } from '../src/console/operation-needs.js';

describe('the console', () => {
  it.each(operations.filter(({ of }) => of !== undefined))('offers what the customer has for each variable part of $path', (row) => {
    expect(variablePartsOf(row).filter((part) => !(part in offers))).toEqual([]);
  });
});
