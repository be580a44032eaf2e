import { readFileSync } from 'node:fs';
import { page, type GeneratedFile } from '../generated-file.js';

interface Guide {
  readonly name: string;
  /** The prose, in generate/guides. */
  readonly prose: string;
  /** The values of `{{…}}` in the prose. */
  readonly values?: Readonly<Record<string, string>>;
}

const client = (
  name: string,
  language: string,
  program: string,
  run: string,
  needs: string,
  differs: Partial<Differences> = {},
): Guide => ({
  name,
  prose: 'client',
  values: { language, program, run, needs, ...usual, ...differs },
});

interface Differences {
  /** The effect of a program of OPEN_BROWSER. */
  readonly opens: string;
  /** The event that the client waits for at the end of an approval. */
  readonly waits: string;
  /** Shorter runs, by the argument that asks for them. */
  readonly modes: string;
}
const usual: Differences = {
  opens: 'opens the address',
  waits: 'the client listens at that address, and waits until the customer comes back.',
  modes: '',
};
const untilBalances = (run: string) => ({ modes: ` \`${run} balances\` makes no payment: it ends after the balances.` });
/** A shell cannot listen for the customer's return. */
const shell: Differences = {
  opens: 'opens the address and prints the one at which the browser ends, which is asked for otherwise',
  waits: 'the clients in other languages listen at that address. This one cannot, and reads what the script prints.',
  modes: `${untilBalances('sh client.sh').modes} \`eval "$(sh client.sh variables)"\` sets \`CLIENT_ID\`, \`CLIENT_SECRET\`, \`TOKEN\` and \`CONSENT\` in your shell, for calls of your own.`,
};

/** One prose serves all languages: what a client has to do is the same in each. */
const guides: readonly Guide[] = [
  client('curl', 'curl and sh', 'client.sh', 'sh client.sh', 'It needs curl and openssl.', shell),
  client('node', 'Node', 'client.mjs', 'node client.mjs', 'It needs Node 20 or later and no package.', untilBalances('node client.mjs')),
  client(
    'python',
    'Python',
    'client.py',
    'python3 client.py',
    'It needs Python 3.9 or later and no package.',
    untilBalances('python3 client.py'),
  ),
  client('java', 'Java', 'Client.java', 'java Client.java', 'It needs Java 17 or later and no library.'),
  client('go', 'Go', 'client.go', 'go run client.go', 'It needs Go 1.21 or later and no module.'),
  { name: 'connect-your-bank', prose: 'connect-your-bank' },
  { name: 'mandates', prose: 'mandates' },
  { name: 'notifications', prose: 'notifications' },
];

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const highlighted: Readonly<Record<string, string>> = { mjs: 'js', py: 'python' };
const marker = /^(?:#|\/\/) \[(\w+)\]$/;

/** The parts of a program, by the name in the comment before each: `// [register]`. */
export function sectionsOf(program: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let current: string | undefined;
  for (const line of program.split('\n')) {
    const begins = marker.exec(line.trim());
    if (begins) sections.set((current = begins[1]!), '');
    else if (current !== undefined) sections.set(current, `${sections.get(current)!}${line}\n`);
  }
  return new Map([...sections].map(([name, code]) => [name, outdented(code)]));
}

/** Without empty lines at the ends, and without what all lines are indented by, as in a class of Java. */
function outdented(code: string): string {
  const lines = code.replace(/^\n+|\s+$/g, '').split('\n');
  const indent = Math.min(...lines.filter(Boolean).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join('\n');
}

function block(program: string, section: string): string {
  const code = sectionsOf(read(`docs/guides/programs/${program}`)).get(section);
  if (code === undefined) throw new Error(`docs/guides/programs/${program} has no section ${section}`);
  const extension = program.split('.').at(-1)!;
  return `\`\`\`${highlighted[extension] ?? extension}\n${code}\n\`\`\``;
}

/**
 * The guides: prose, with the code of the programs that the tests run; and the READMEs of the client packages, whose programs they run too.
 */
export const guidePages = (): GeneratedFile[] => [
  ...guides.map(({ name, prose, values = {} }) => {
    const text = read(`generate/guides/${prose}.md`)
      .replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? `{{${key}}}`)
      .replaceAll(/^\{\{code (?:(\S+) )?(\w+)\}\}$/gm, (_, program: string | undefined, section: string) =>
        block(program ?? values['program']!, section),
      );
    return page(`docs/guides/${name}.md`, `generate/guides/${prose}.md and docs/guides/programs`, [text]);
  }),
  page('docs/guides/package.md', 'client/README.md', [read('client/README.md')]),
  page('docs/guides/python-package.md', 'client/python/README.md', [read('client/python/README.md')]),
];
