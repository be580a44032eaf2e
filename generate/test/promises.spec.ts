import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const { ringOf, rings } = (await import(`${root}testing/jest/rings.mjs`)) as {
  ringOf(file: string): string;
  rings: Readonly<Record<string, string>>;
};
const { everyChange, wholes } = (await import(`${root}build/commands.mjs`)) as {
  readonly everyChange: readonly string[];
  readonly wholes: Readonly<Record<string, { readonly args: readonly string[] }>>;
};
const pages = ['docs/security.md', 'docs/fapi.md', 'docs/reading.md', 'docs/threat-model.md'];
/** Each line refers to a test, or was tried by hand. */
const tried = 'docs/when-things-go-wrong.md';

/** A test that a page names: by the beginning of its title, and its file. */
interface Shown {
  readonly page: string;
  readonly sentence: string;
  readonly file: string;
}

const link = /\[((?:[^\]\\]|\\.)+)\]\(([^)]+\.ts)\)/g;
const shownBy = (page: string, text: string): Shown[] =>
  [...text.matchAll(link)].map(([, sentence, file]) => ({ page, sentence: sentence!, file: join(dirname(page), file!) }));
const shownIn = (page: string): Shown[] => shownBy(page, readFileSync(join(root, page), 'utf8'));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Where the title of a test, of a group of tests or of a sweep's check (`name:`) begins that starts with these words; -1: nowhere.
 * `it(`, `describe(` and what `each` returns are called with a title.
 */
function titleAt(source: string, sentence: string): number {
  const quoted = `(?:'${escaped(sentence.replaceAll("'", "\\'"))}|["\`]${escaped(sentence)})`;
  return source.search(new RegExp(`(?:\\b(?:it|test|describe)(?:\\.concurrent)?\\(|\\)\\(|\\bname: )\\s*${quoted}`));
}

/** The source of a test or of a group of tests: up to the next line that is indented no deeper than its own. */
function bodyAt(source: string, at: number): string {
  const lineAt = source.lastIndexOf('\n', at) + 1;
  const indent = /^ */.exec(source.slice(lineAt))![0].length;
  const end = new RegExp(`\\n {0,${indent}}[}\\])]+[,;]?.*(?=\\n|$)`).exec(source.slice(at));
  return source.slice(lineAt, end ? at + end.index : undefined);
}

/** Test frameworks' own ways to declare a test that does not run, or runs instead of all others. */
const notRunning = /\b(?:it|test|describe)(?:\.each|\.concurrent)*\.(?:skip|only|todo|failing)\b|\b(?:xit|xtest|xdescribe|fit|fdescribe)\(/;
// A page's `waitFor` fails where what it waits for does not come.
const asserts = /\bexpect\w*[.(]|\bassert\b|\btoAnswer\(|\.waitFor\(/;

/** The functions of a file that assert, directly or by one that does: a test may leave its assertions to them. */
function assertingFunctions(source: string): string[] {
  const declared = [...source.matchAll(/(?:function\*? |const )(\w+)\s*(?:=\s*(?:async\s*)?(?:\(|<|\w+ =>)|[(<])/g)].map(
    ({ 1: name, index }) => ({ name: name!, body: bodyAt(source, index) }),
  );
  const found = new Set<string>();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { name, body } of declared) if (asserts.test(body) || calls(body, found)) found.add(name);
  }
  return [...found];
}
const calls = (body: string, names: Iterable<string>): boolean => [...names].some((name) => new RegExp(`\\b${name}\\(`).test(body));

/** What is wrong with a test that a page names; undefined: nothing. */
function fault({ sentence, file }: Shown): string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return `${file} does not exist`;
  const ring = ringOf(file);
  if (!ringsOfCi().has(ring)) return `${file} belongs to the ring ${ring}, which no workflow runs`;
  const source = readFileSync(path, 'utf8');
  return faultIn(source, sentence, file);
}

/** The rings that workflows run. `npm run check` ends with the tests of `npm test`. */
function ringsOfCi(workflows: readonly string[] = readWorkflows()): ReadonlySet<string> {
  const commands = workflows.flatMap((text) => [...text.matchAll(/^ +(?:- )?run: (npm .+)$/gm)].map(([, command]) => command!.trim()));
  const all = commands.flatMap((command) => (command === 'npm run check' ? [command, ...everyChange] : [command]));
  return new Set(Object.keys(rings).filter((ring) => all.includes(rings[ring]!)));
}
const readWorkflows = (): string[] =>
  readdirSync(join(root, '.github/workflows')).map((file) => readFileSync(join(root, '.github/workflows', file), 'utf8'));

function faultIn(source: string, sentence: string, file: string): string | undefined {
  const at = titleAt(source, sentence);
  if (at < 0) return `${file} has no test "${sentence}"`;
  const skipped = notRunning.exec(source);
  if (skipped) return `${file} does not run all its tests: ${skipped[0]}`;
  const body = bodyAt(source, at);
  // A test of the kit (`explainsEveryStatement`) or of a sweep asserts in a file of its own.
  const imported = [...source.matchAll(/import (?:type )?\{([^}]*)\} from '\.[^']*'/g)].flatMap(([, names]) =>
    names!.split(',').map((name) => name.trim()),
  );
  if (asserts.test(body) || calls(body, assertingFunctions(source)) || calls(body, imported.filter(Boolean))) return undefined;
  return `${file}: "${sentence}" asserts nothing`;
}

/** What a promise may follow from. */
const clauses = [
  /^ours$/,
  /^same$/,
  /^(?:RFC \d{3,4}|draft-[a-z0-9-]+)\b/,
  /^\d{4}\b/,
  /^§\d/,
  /^art\. \d/,
  /^app\. [A-Z]/,
  /^NextGenPSD2 1\.3\.11\b/,
  /^(?:PSD2|RTS|PSD2 RTS|GDPR|SFDR) art\. \d/,
  /^OWASP (?:API\d|ASVS (?:V?\d)|device cookies)/,
  /^CSP 3\b/,
  /^ETSI TS \d{3} \d{3}/,
  /^UTS #\d+/,
  /^FAPI 2\.0\b/,
  /^ISO \d+/,
  /^WCAG 2\.\d\b/,
];

interface Row {
  readonly cells: readonly string[];
  readonly line: string;
}

/** The rows of the tables of a page whose last column names tests. */
const tableRows = (page: string): { head: readonly string[]; rows: readonly Row[] }[] =>
  readFileSync(join(root, page), 'utf8')
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line !== ''))
    .filter(([head]) => /\| Test \|$/.test(head ?? ''))
    .map(([head, , ...lines]) => ({ head: cellsOf(head!), rows: lines.map((line) => ({ cells: cellsOf(line), line })) }));
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

describe.each(pages)('the promises of %s', (page) => {
  it('are each shown by a test that runs and asserts', () => {
    const shown = shownIn(page);
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.map(fault).filter((wrong) => wrong !== undefined)).toEqual([]);
  });

  it('have a test in every line of their tables, each once', () => {
    const tables = tableRows(page);
    expect(tables.length).toBeGreaterThan(0);
    const rows = tables.flatMap((table) => table.rows);
    // `same`: as the line before.
    expect(rows.filter(({ line }) => !/\]\([^)]+\.ts\) \|$|\| same \|$/.test(line))).toEqual([]);
    const twice = rows.filter(({ line }) => {
      const named = shownBy(page, line).map(({ sentence, file }) => `${file} ${sentence}`);
      return new Set(named).size < named.length;
    });
    expect(twice).toEqual([]);
  });

  it('name the clause of a known standard, or say that they are ours', () => {
    const unknown = tableRows(page).flatMap(({ head, rows }) => {
      const column = head.indexOf('Clause');
      return column < 0 ? [] : rows.flatMap(({ cells }) => cells[column]!.split(/[;,] (?=\S)|; /).filter((one) => !isClause(one)));
    });
    expect(unknown).toEqual([]);
  });
});

const isClause = (text: string): boolean => /^`|^\d|^and |^to /.test(text) || clauses.some((form) => form.test(text));

it('What goes wrong is shown by tests that run and assert', () => {
  const shown = shownIn(tried);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.map(fault).filter((wrong) => wrong !== undefined)).toEqual([]);
});

describe('the rings of tests', () => {
  it('are each run by a workflow, and the rings whole and test by what runs all tests', () => {
    expect([...ringsOfCi()]).toEqual(['test', 'whole', 'campaign']);
    expect([...ringsOfCi(['      - run: npm run test:whole\n'])]).toEqual(['whole']);
    expect([...ringsOfCi(['      # run: npm test\n'])]).toEqual([]);
    const all = readFileSync(join(root, '.ci/run'), 'utf8');
    expect(all).toMatch(/^run_ring npm test$/m);
    expect(all).toMatch(/^run_ring npm run test:whole$/m);
  });

  it('are each run by the script of their name', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    expect(scripts['test']).not.toContain('TEST_RING');
    expect(scripts['test:whole']).toContain('TEST_RING=whole');
    expect(scripts['campaign']).toBe('node build/run.mjs campaign');
    expect(wholes['campaign']!.args).toEqual(['build/campaign.mjs']);
    expect(readFileSync(join(root, 'build/campaign.mjs'), 'utf8')).toContain("TEST_RING: 'campaign'");
  });

  it('run by a schedule where no push runs them', () => {
    expect(readFileSync(join(root, '.github/workflows/campaign.yml'), 'utf8')).toMatch(/^ {2}schedule:\n {4}- cron: '[\d*/ ]+'$/m);
  });
});

describe('a test that a page names', () => {
  const skip = 'skip';
  const source = (declared: string, body: string) =>
    `describe('a bank', () => {\n  ${declared}('is there', () => {\n    ${body}\n  });\n});\n`;

  it('is found where it runs and asserts', () => {
    expect(faultIn(source('it', 'expect(1).toBe(1);'), 'is there', 'a.spec.ts')).toBeUndefined();
    const byFunction = `const holds = (n: number) => {\n  expect(n).toBe(1);\n};\n${source('it', 'holds(1);')}`;
    expect(faultIn(byFunction, 'is there', 'a.spec.ts')).toBeUndefined();
  });

  it('is refused where it is missing, is skipped or asserts nothing', () => {
    expect(faultIn(source('it', 'expect(1).toBe(1);'), 'was never written', 'a.spec.ts')).toMatch(/has no test/);
    expect(faultIn(source(`it.${skip}`, 'expect(1).toBe(1);'), 'is there', 'a.spec.ts')).toMatch(/has no test|does not run/);
    expect(faultIn(source('it', 'work();'), 'is there', 'a.spec.ts')).toMatch(/asserts nothing/);
    const neighbour = `${source('it', 'work();')}it('is another', () => {\n  expect(1).toBe(1);\n});\n`;
    expect(faultIn(neighbour, 'is there', 'a.spec.ts')).toMatch(/asserts nothing/);
  });

  it('is not found in a comment or a text', () => {
    expect(faultIn("// it is there\nconst text = 'is there';\n", 'is there', 'a.spec.ts')).toMatch(/has no test/);
  });
});
