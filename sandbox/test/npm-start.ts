import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const bundled = fileURLToPath(new URL('../dist/bundle/start.js', import.meta.url));

export interface Started {
  readonly process: ChildProcess;
  /** What it has printed so far. */
  said(): string;
  readonly ended: Promise<number | null>;
}

/** What `npm start` runs, with these settings: the bank alone, or `build/start.mjs`, which starts it again where it dies. */
export function npmStart(settings: NodeJS.ProcessEnv, program = bundled): Started {
  const child = spawn(process.execPath, [program], { env: { ...process.env, CUSTOMERS: '4', ...settings } });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { process: child, said: () => text, ended: once(child, 'close').then(([code]) => code as number | null) };
}

/** Resolves when the bank is open, with the call that it prints. Fails with what was printed where it ends before. */
export async function opened(bank: Started): Promise<string> {
  await heard(bank, /Ctrl-C stops the bank\./g);
  return /^curl .*$/m.exec(bank.said())![0];
}

/** Resolves when the bank has printed this so many times. */
export async function heard(bank: Started, text: RegExp, times = 1): Promise<void> {
  const ended = bank.ended.then(() => 'ended');
  while ((bank.said().match(text)?.length ?? 0) < times)
    if ((await Promise.race([once(bank.process.stdout!, 'data'), ended])) === 'ended') throw new Error(bank.said());
}
