import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './command.js';

/** Reads a line that the terminal does not show, or the first line of standard input where that is no terminal. */
export async function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY === true });
  try {
    for await (const line of lines) return line.trim();
    throw new CommandError(`Standard input is empty. ${prompt.trim()}`);
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}
