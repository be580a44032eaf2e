import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Reason {
  readonly file: string;
  readonly on: string;
  readonly was: string;
  readonly becomes: string;
  readonly reason: string;
}
interface Rule {
  readonly file: string;
  readonly tests: readonly string[];
}
interface Mutant extends Omit<Reason, 'file' | 'reason'> {
  readonly source: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const { mutantsOf } = (await import(`${root}build/mutation/mutants.mjs`)) as { mutantsOf(file: string, source: string): Mutant[] };
const { rules } = (await import(`${root}build/mutation/rules.mjs`)) as { rules: readonly Rule[] };
const reasons = JSON.parse(readFileSync(`${root}build/mutation/survivors.json`, 'utf8')) as readonly Reason[];
const read = (file: string): string => readFileSync(root + file, 'utf8');

describe('the mutants of a rule', () => {
  const sourcesOf = (source: string): string[] => mutantsOf('a.ts', source).map((mutant) => mutant.source);

  it('are other comparisons, conditions, literals and results, one at a time', () => {
    expect(sourcesOf('if (a < b) pay(1);')).toEqual([
      'if (true) pay(1);',
      'if (false) pay(1);',
      'if ((a <= b)) pay(1);',
      'if ((a >= b)) pay(1);',
      'if (a < b) ;',
      'if (a < b) pay(2);',
    ]);
    expect(sourcesOf('const most = (a: number): boolean => !a;')).toEqual([
      'const most = (a: number): boolean => undefined;',
      'const most = (a: number): boolean => (a);',
    ]);
  });

  it('leave types, imports, names and wording alone', () => {
    expect(sourcesOf("import { a } from './a.js';\ntype B = 'b' | 1;\nthrows({ text: 'Must be a' + 1 } satisfies B);")).toEqual([
      "import { a } from './a.js';\ntype B = 'b' | 1;\n;",
    ]);
  });
});

describe('the files with mutants', () => {
  it('exist with their tests, which belong to the same project', () => {
    const projectOf = (file: string): string => file.split('/').slice(0, 2).join('/');
    expect(rules.length).toBeGreaterThan(20);
    for (const { file, tests } of rules) {
      expect([file, ...tests].filter((path) => !existsSync(root + path))).toEqual([]);
      expect(tests.filter((test) => projectOf(test) !== projectOf(file))).toEqual([]);
    }
  });

  it('still have each mutant that survives for a reason', () => {
    const isMutant = ({ file, on, was, becomes }: Reason): boolean =>
      mutantsOf(file, read(file)).some((mutant) => mutant.on === on && mutant.was === was && mutant.becomes === becomes);
    expect(reasons.filter((reason) => !reason.reason || !rules.some(({ file }) => file === reason.file) || !isMutant(reason))).toEqual([]);
    expect(isMutant({ ...reasons[0]!, becomes: 'another' })).toBe(false);
  });
});
