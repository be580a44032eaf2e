import { fileURLToPath } from 'node:url';

interface Titles {
  of(path: string): string[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const { DeclaredTitles } = (await import(`${root}testing/titles/declared-titles.mjs`)) as {
  DeclaredTitles: new (sources: ReadonlyMap<string, string>) => Titles;
};
const { ringOf, rings, testMatch } = (await import(`${root}testing/jest/rings.mjs`)) as {
  ringOf(file: string): string;
  rings: Readonly<Record<string, string>>;
  testMatch(ring: string, args: readonly string[]): string[];
};
const { sourcesOf } = (await import(`${root}testing/titles/sources.mjs`)) as {
  sourcesOf(root: string, commit?: string): ReadonlyMap<string, string>;
};

const titlesOf = (source: string, more: Readonly<Record<string, string>> = {}): string[] =>
  new DeclaredTitles(new Map(Object.entries({ 'a/test/a.spec.ts': source, ...more }))).of('a/test/a.spec.ts');

describe('the titles of a test file', () => {
  it('have the groups that a test is in, and are not those of a comment or a text', () => {
    const source = "describe('a bank', () => { describe.each(all)('in %s', () => { it('opens', run); }); });";
    expect(titlesOf(`${source}\n// it('is no test')\nconst no = "it('x')";`)).toEqual(['a bank › in %s › opens']);
  });

  it('are the template of a table of rows, and the expression of what is known only at run time', () => {
    expect(
      titlesOf("it.each(rows)('pays $amount', run);\nit.each`a${1}`('pays', run);\nfor (const one of all) it(`is ${one.name}`, run);"),
    ).toEqual(['pays $amount', 'pays', 'is ${one.name}']);
    expect(titlesOf('it(title, run);')).toEqual(['${title}']);
  });

  it('include those that a function declares, in its own file or another, once for each call', () => {
    const imported = { 'a/test/b.ts': "export function checks() { it('is checked', run); }" };
    expect(
      titlesOf("import { checks } from './b.js';\ndescribe('x', () => { checks(); });\ndescribe('y', () => { checks(); });", imported),
    ).toEqual(['x › is checked', 'y › is checked']);
    expect(titlesOf("const own = () => { it('is own', run); };\ndescribe('x', () => { own(); });")).toEqual(['x › is own']);
  });

  it('are found in every test file', () => {
    const sources = sourcesOf(root);
    const files = [...sources.keys()].filter((file) => file.endsWith('.spec.ts'));
    const declared = new DeclaredTitles(sources);
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => declared.of(file).length === 0)).toEqual([]);
  });
});

describe('the ring of a test file', () => {
  it('is in its name', () => {
    expect(['a.spec.ts', 'a.whole.spec.ts', 'a.browser.whole.spec.ts', 'a.campaign.spec.ts'].map(ringOf)).toEqual([
      'test',
      'whole',
      'whole',
      'campaign',
    ]);
    expect(Object.keys(rings)).toEqual(['test', 'whole', 'campaign']);
  });

  it('decides what a run has; a file that is named runs whatever its ring is', () => {
    expect(testMatch('whole', []).every((pattern) => pattern.endsWith('/*.whole.spec.ts'))).toBe(true);
    const named = testMatch('test', ['sandbox/test/start.whole.spec.ts', 'apps/cards']);
    expect(named.at(-1)).toBe('**/*start.whole.spec.ts');
    // A folder chooses among the files of the ring; jest does that.
    expect(named.slice(0, -1)).toEqual(testMatch('test', []));
    expect(() => testMatch('ring', [])).toThrow('TEST_RING is one of');
  });

  it('is written as one of these: a misspelt one would run in another ring', () => {
    const names = [...sourcesOf(root).keys()].filter((file) => file.endsWith('.spec.ts')).map((file) => file.replace(/^.*\//, ''));
    const known = new Set(['browser', 'guard', ...Object.keys(rings)]);
    const isOdd = (name: string): boolean =>
      !name
        .split('.')
        .slice(1, -2)
        .every((part) => known.has(part));
    expect(isOdd('a.wohle.spec.ts')).toBe(true);
    expect(names.filter(isOdd)).toEqual([]);
  });
});
