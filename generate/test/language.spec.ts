import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineOf, baselineText, excessesOver, type Baseline } from '../src/language/baseline.js';
import { commentsIn } from '../src/language/comments.js';
import { findingsIn, firstWord, type Finding } from '../src/language/findings.js';
import { complaint } from '../src/language/report.js';
import { sourceFiles } from '../src/language/source-files.js';
import { root } from './workspace.js';

const patternsIn = (source: string): string[] => findingsIn(source).map(({ pattern }) => pattern);

describe('the comments of a source', () => {
  it('are block comments and runs of lines, each with its line', () => {
    const source = ['/** First,', ' * on two lines. */', 'const a = 1; // Second.', '// Third,', '// in a run.', '', '// Fourth.'].join(
      '\n',
    );
    expect(commentsIn(source).map(({ line, text }) => [line, text])).toEqual([
      [1, 'First, on two lines.'],
      [3, 'Second.'],
      [4, 'Third, in a run.'],
      [7, 'Fourth.'],
    ]);
  });

  it('are not what looks like one in a text, a template or a regular expression', () => {
    const source = [
      "const a = 'https://bank.example';",
      'const b = `https://${host /* Inside. */}/${{ x: `//${y}` }.x} // no comment`;',
      'const c = /[/*]/.test(a) ? 4 / 2 : /\\/\\//;',
      '// Last.',
    ].join('\n');
    expect(commentsIn(source).map(({ text }) => text)).toEqual(['Inside.', 'Last.']);
  });

  it('leave out instructions to tools', () => {
    expect(commentsIn('// eslint-disable-next-line complexity\nconst a = /* sql */ `select 1`; // @ts-expect-error\n')).toEqual([]);
  });
});

describe('the language of comments', () => {
  it.each([
    ['/** What the client sees. */ const a = 1;', ['bareClause']],
    ['/** The response. */ const a = 1;', []],
    ['// Of the payments, the last.\n', ['bareClause']],
    ['// Offers are the last.\n', []],
    ['// The client is told.\n', ['told']],
    ['// The caller cannot tell which, nor tell them apart.\n', []],
    ['// Whoever signs tells the bank; nobody else.\n', ['bareClause', 'told', 'anyone']],
    [`// ${'long '.repeat(30)}\n// short\n`, ['wide']],
    [`const a = '${'long '.repeat(30)}';\n`, []],
  ])('%j has %j', (source, found) => {
    expect(patternsIn(source)).toEqual(found);
  });

  it('allows Whether before a boolean, and nowhere else', () => {
    expect(patternsIn('/** Whether it ends. */\nconst ends = (at: Date): boolean => at > now;')).toEqual([]);
    expect(patternsIn('/** Whether it ends. */\nreadonly isOver: Flag;')).toEqual([]);
    expect(patternsIn('/** Whether it ends. */\nconst ends = (at: Date): string => String(at);')).toEqual(['bareClause']);
  });

  it('takes the first word without quotes and marks', () => {
    expect(['`amount` in cents', '"Of" is a word', 'The rest', '404'].map(firstWord)).toEqual(['amount', 'of', 'the', '']);
  });
});

describe('the baseline of the language', () => {
  const found = (...patterns: Finding['pattern'][]) => patterns.map((pattern, index) => ({ pattern, line: index + 1, text: 'a comment' }));
  const baseline: Baseline = { 'a/one.ts': { told: 1 }, 'a/two.ts': { wide: 1 } };

  it('allows what a file had, and names the lines of a file that has more', () => {
    expect(excessesOver(baseline, new Map([['a/one.ts', found('told')]]))).toEqual([]);
    const [excess, ...others] = excessesOver(baseline, new Map([['a/one.ts', found('told', 'told')]]));
    expect([excess!.path, excess!.pattern, excess!.allowed, others]).toEqual(['a/one.ts', 'told', 1, []]);
    expect(complaint(excess!)).toMatch(/^a\/one\.ts: 2 .*\n {2}a\/one\.ts:1: a comment\n {2}a\/one\.ts:2: a comment$/);
  });

  it('allows nothing to a new file, and to a moved file what it had', () => {
    expect(excessesOver(baseline, new Map([['a/new.ts', found('told')]])).map(({ path }) => path)).toEqual(['a/new.ts']);
    expect(excessesOver(baseline, new Map([['b/one.ts', found('told')]]))).toEqual([]);
    // The old path is still there, so this is a copy.
    const copied = new Map([
      ['a/one.ts', found('told')],
      ['b/one.ts', found('told')],
    ]);
    expect(excessesOver(baseline, copied).map(({ path }) => path)).toEqual(['b/one.ts']);
  });

  it('is written in the order of paths, without files that have no occurrence', () => {
    const findings = new Map([
      ['b.ts', found('told', 'told')],
      ['c.ts', []],
      ['a.ts', found('wide')],
    ]);
    expect(baselineText(baselineOf(findings))).toBe('{\n  "a.ts": {"wide":1},\n  "b.ts": {"told":2}\n}\n');
  });

  it('is not exceeded by any source', () => {
    const paths = sourceFiles(root);
    expect(paths.length).toBeGreaterThan(2_000);
    const committed = JSON.parse(readFileSync(join(root, 'generate/language.json'), 'utf8')) as Baseline;
    const findings = new Map(paths.map((path) => [path, findingsIn(readFileSync(join(root, path), 'utf8'))]));
    expect(excessesOver(committed, findings).map(complaint)).toEqual([]);
  });
});
