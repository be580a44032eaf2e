import { isOfBank, executionStep } from '../src/execution/execution.js';

describe('the next step for a payment', () => {
  it.each([
    ['ACTC', null, null, 'book'],
    ['ACTC', 0, 0, 'book'],
    ['ACTC', -1, null, 'book'],
    ['ACTC', 1, null, 'reserve'],
    ['ACTC', 2, 0, 'reserve'],
    ['ACTC', 5, 5, 'wait'],
    ['ACTC', 5, 3, 'wait'],
    ['PDNG', 5, 5, 'nothing'],
    ['PDNG', 0, 0, 'book'],
    ['PDNG', 2, -1, 'nothing'],
    ['ACFC', 1, null, 'nothing'],
    ['ACFC', 0, null, 'book'],
    ['RCVD', 0, 0, 'nothing'],
    ['PATC', 0, 0, 'nothing'],
    ['ACSP', 0, 0, 'nothing'],
    ['ACSC', 0, 0, 'nothing'],
    ['ACCC', 0, 0, 'nothing'],
    ['RJCT', 0, 0, 'nothing'],
    ['CANC', 0, 0, 'nothing'],
  ] as const)('with status %s, executable in %s days and requested in %s days, is: %s', (status, executable, requested, step) => {
    const inDays = (days: number | null) => (days === null ? null : new Date(Date.UTC(2026, 10, 21 + days)).toISOString().slice(0, 10));
    expect(executionStep({ status, executionDate: inDays(executable), requested: inDays(requested) }, '2026-11-21')).toBe(step);
  });

  it("depends on whether an IBAN is the bank's own", () => {
    expect(isOfBank('IL620970000000099999912', ['DE99056780', 'IL097'])).toBe(true);
    expect(isOfBank('IL620970000000099999912', ['IL096', 'DE097'])).toBe(false);
    expect(isOfBank(undefined, ['IL097'])).toBe(false);
  });
});
