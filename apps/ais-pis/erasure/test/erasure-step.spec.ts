import { statusAfter, transitions, type StepStatus } from '../src/erasure-step.js';

describe('a step of an erasure', () => {
  it('has these transitions and no others: once nothing is due, only a day or a further request makes it due again', () => {
    const all = Object.keys(transitions) as StepStatus[];
    expect(all.flatMap((from) => transitions[from].map((to) => `${from}→${to}`)).sort()).toEqual([
      'done→due',
      'due→done',
      'due→kept',
      'kept→due',
    ]);
  });

  it('stays due while its service has not finished, and is kept where the law keeps the rest', () => {
    expect(statusAfter({ done: false, keptUntil: null })).toBe('due');
    expect(statusAfter({ done: false, keptUntil: '2030-01-01' })).toBe('due');
    expect(statusAfter({ done: true, keptUntil: '2030-01-01' })).toBe('kept');
    expect(statusAfter({ done: true, keptUntil: null })).toBe('done');
  });
});
