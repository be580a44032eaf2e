import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const pages = ['docs/security.md', 'docs/fapi.md'];
/** Its lines are shown by tests, or were tried by hand. */
const tried = 'docs/when-things-go-wrong.md';

interface Shown {
  readonly page: string;
  readonly sentence: string;
  readonly file: string;
}

const shownIn = (page: string): Shown[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/\[([^\]]+)\]\(([^)]+\.ts)\)/g)].map(([, sentence, file]) => ({
    page,
    sentence: sentence!,
    file: join(dirname(page), file!),
  }));

/** Whether a test title in this source begins with these words: the first argument of `it`, `describe` or `each()`, or the `name` of a sweep. */
const isTitleIn = (source: string, sentence: string): boolean => {
  const joined = source.replaceAll(/\(\s+(?=['"`])/g, '(');
  const quoted = [`'${sentence.replaceAll("'", "\\'")}`, `"${sentence}`, `\`${sentence}`];
  return quoted.some((title) => joined.includes(`(${title}`) || joined.includes(`name: ${title}`));
};

const isShown = ({ sentence, file }: Shown): boolean =>
  existsSync(join(root, file)) && isTitleIn(readFileSync(join(root, file), 'utf8'), sentence);

describe.each(pages)('the promises of %s', (page) => {
  const shown = shownIn(page);

  it('are each shown by a test that is there', () => {
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter((one) => !isShown(one))).toEqual([]);
  });

  it('have a test in every line of their tables', () => {
    const tables = readFileSync(join(root, page), 'utf8')
      .split('\n\n')
      .map((block) => block.split('\n'))
      .filter(([head]) => /\| Test \|$/.test(head!));
    expect(tables.length).toBeGreaterThan(0);
    // `same`: as the line before.
    const bare = tables.flatMap(([, , ...lines]) => lines).filter((line) => line !== '' && !/\]\([^)]+\.ts\) \|$|\| same \|$/.test(line));
    expect(bare).toEqual([]);
  });
});

it('What goes wrong is shown by tests that are there', () => {
  const shown = shownIn(tried);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((one) => !isShown(one))).toEqual([]);
});

describe('a title', () => {
  it('that is not there is found missing', () => {
    const own = readFileSync(new URL(import.meta.url), 'utf8');
    expect(isTitleIn(own, 'that is not there is found missing')).toBe(true);
    expect(isTitleIn(own, 'that was never written, in another ' + 'place')).toBe(false);
  });
});
