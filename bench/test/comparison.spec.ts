import { areMet, tableOf } from '../src/against.js';
import { partsOf } from '../src/loop/bench.js';

const start = { what: 'npm start', unit: 's', ours: 8, theirs: 10, mark: 0.8 };

describe('the comparison with another commit', () => {
  it('meets a mark that the ratio reaches, and misses one that it exceeds', () => {
    expect(areMet([start])).toBe(true);
    expect(areMet([start, { ...start, ours: 8.1 }])).toBe(false);
    expect(areMet([{ what: 'npm ci', unit: 's', ours: 20, theirs: 10 }])).toBe(true);
  });

  it('prints both figures, their ratio and its mark', () => {
    const [heading, ...lines] = tableOf([start, { ...start, ours: 9 }, { ...start, mark: undefined }], { ours: 'here', theirs: 'there' });
    const cells = (line: string): string[] => line.trim().split(/ {2,}/);
    expect(cells(heading!)).toEqual(['here', 'there', 'ratio', 'mark']);
    expect(lines.map(cells)).toEqual([
      ['npm start, s', '8.00', '10.00', '0.80', '0.80', 'met'],
      ['npm start, s', '9.00', '10.00', '0.90', '0.80', 'MISSED'],
      ['npm start, s', '8.00', '10.00', '0.80'],
    ]);
  });
});

describe('the parts of the loop', () => {
  it('are all, or those that are named, and a part that does not exist is refused', () => {
    expect(partsOf('')).toEqual(['start', 'edit', 'test']);
    expect(partsOf('test,start')).toEqual(['test', 'start']);
    expect(() => partsOf('start,tests')).toThrow('There is no part tests: it must be one of start, edit, test.');
  });
});
