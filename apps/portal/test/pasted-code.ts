import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** The blocks of code on a page as a reader copies them, each with its label. */
export const blocksOn = (html: string): { readonly label: string; readonly text: string }[] =>
  [...html.matchAll(/<pre[^>]* aria-label="([^"]*)"[^>]*><code>(.*?)<\/code>/gs)].map(([, label, code]) => ({
    label: label!,
    text: code!.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!),
  }));

const isThere = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
/** The languages of samples that this machine can run. The others are named on the error stream, and are not run. */
export const languages = ['curl', 'Node', 'Python'].filter((language) => {
  const runs = language !== 'Python' || isThere('python3');
  if (!runs) process.stderr.write('samples: those in Python are not run, as this machine has no python3\n');
  return runs;
});

/** The end of a pasted command. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Pastes a block into a shell that has these variables. */
export const paste = (text: string, variables: Readonly<Record<string, string>> = {}, cwd?: string): Promise<Ended> =>
  promisify(execFile)('sh', ['-c', text], { cwd, env: { ...process.env, ...variables }, timeout: 60_000 }).then(
    (ended) => ({ code: 0, ...ended }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );

/** The variables of a step's label, `Set TOKEN and CONSENT`, with the values that its commands give them. */
export async function variablesSet(
  { label, text }: { readonly label: string; readonly text: string },
  variables: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Record<string, string>> {
  const names = label.replace('Set ', '').split(' and ');
  const { stdout, stderr } = await paste([text, ...names.map((name) => `printf '%s=%s\\n' ${name} "$${name}"`)].join('\n'), variables, cwd);
  const set = Object.fromEntries([...stdout.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
  const missing = names.filter((name) => !set[name]);
  if (missing.length > 0) throw new Error(`${text}\nsets no ${missing.join(', ')}: ${stderr}`);
  return set;
}

/** The status that a sample prints: curl in the first line of the answer, the others before the body. */
export const printedStatus = ({ stdout, stderr }: Ended): string => /^(?:HTTP\/[\d.]+ )?(\d{3})\b/.exec(stdout)?.[1] ?? `none: ${stderr}`;
