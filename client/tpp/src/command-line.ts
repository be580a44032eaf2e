import { parseArgs } from 'node:util';
import { type Command, type Given, type Option, UsageError } from './command.js';

const help: Option = { says: 'Print this help.' };

/** Reads the arguments of a command. Throws a `UsageError` for what the command does not know. */
export function readCommandLine(
  { name, options = {}, maxArguments = 0 }: Command,
  args: readonly string[],
): Given & { readonly isHelp: boolean } {
  const types = Object.fromEntries(
    Object.entries({ ...options, help }).map(([option, { value, many }]) => [
      option,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(many && { multiple: true }) },
    ]),
  );
  const { values, positionals } = parsed(name, args, types);
  if (positionals.length > maxArguments && values['help'] !== true)
    throw new UsageError(`tpp ${name} does not take "${positionals[maxArguments]}". Run tpp ${name} --help.`);
  return {
    positionals,
    text: (option) => values[option] as string | undefined,
    texts: (option) => (values[option] ?? []) as readonly string[],
    flag: (option) => values[option] === true,
    isHelp: values['help'] === true,
  };
}

type Types = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

function parsed(name: string, args: readonly string[], options: Types) {
  try {
    return parseArgs({ args: [...args], options: options!, allowPositionals: true }) as {
      readonly values: Readonly<Record<string, unknown>>;
      readonly positionals: string[];
    };
  } catch (error) {
    const [fault] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${fault!.replace(/\.$/, '')}. Run tpp ${name} --help.`);
  }
}

const columns = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([left]) => left.length)) + 2;
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
};

export function commandHelp({ name, takes, summary, details, options = {} }: Command): string {
  const shown = Object.entries({ ...options, help }).map(
    ([option, { value, says }]) => [`--${option}${value === undefined ? '' : ` <${value}>`}`, says] as const,
  );
  return [
    `Usage: tpp ${name}${takes === undefined ? '' : ` ${takes}`} [options]`,
    summary,
    ...(details === undefined ? [] : [details]),
    `Options:\n${columns(shown)}`,
  ].join('\n\n');
}

export const generalHelp = (commands: readonly Command[]): string =>
  [
    'Usage: tpp <command> [options]',
    'The command line of third parties of a bank, for its sandbox.',
    `Commands:\n${columns(commands.map(({ name, summary }) => [name, summary] as const))}`,
    'tpp <command> --help prints the options of a command; tpp --version the version.',
    'Exit codes: 0 done; 1 it did not work, and the message says why; 2 the command line is wrong.',
  ].join('\n\n');
