import { readFileSync } from 'node:fs';
import { commandHelp, generalHelp, readCommandLine } from './command-line.js';
import { type Command, type Terminal, UsageError } from './command.js';
import { login } from './commands/login.js';
import { logout } from './commands/logout.js';
import { listen } from './commands/listen.js';
import { logs } from './commands/logs.js';
import { open } from './commands/open.js';
import { token } from './commands/token.js';
import { trigger } from './commands/trigger.js';
import { sentenceOf } from './error-sentence.js';
import { printable } from './printed-text.js';

const commands: readonly Command[] = [login, logout, listen, logs, trigger, token, open];

/** The version in the package's manifest, which lies beside the program, or above it in the sources. */
function version(): string {
  for (const path of ['./package.json', '../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}

/** Runs a command line. Returns the exit code: 0 done, 1 it did not work, 2 the command line is wrong. */
export async function run(args: readonly string[], { print, note, stopped }: Terminal): Promise<number> {
  // All that is printed passes here: texts of the bank and of other servers are among it.
  const terminal: Terminal = { print: (line) => print(printable(line)), note: (line) => note(printable(line)), stopped };
  try {
    await dispatch(args, terminal);
    return 0;
  } catch (error) {
    terminal.note(sentenceOf(error));
    if (error instanceof UsageError) return 2;
    return 1;
  }
}

const printLines = (text: string, { print }: Terminal): void => text.split('\n').forEach((line) => print(line));

async function dispatch([name, ...args]: readonly string[], terminal: Terminal): Promise<void> {
  if (name === '--version') return terminal.print(version());
  if (name === undefined || name === '--help' || name === 'help') return printLines(generalHelp(commands), terminal);
  const command = commands.find((one) => one.name === name);
  if (!command) throw new UsageError(`There is no command "${name}". Run tpp --help.`);
  const given = readCommandLine(command, args);
  if (given.isHelp) return printLines(commandHelp(command), terminal);
  await command.run(given, terminal);
}
