/** An option of a command, after `--`. */
export interface Option {
  /** The name of its value in the help. Without one it is a flag. */
  readonly value?: string;
  readonly says: string;
  /** It may be given more than once. */
  readonly many?: true;
}

/** The values of a command line: those of options by name, and the arguments. */
export interface Given {
  readonly positionals: readonly string[];
  readonly text: (option: string) => string | undefined;
  readonly texts: (option: string) => readonly string[];
  readonly flag: (option: string) => boolean;
}

/** The surroundings of a command, given so that tests can replace them. */
export interface Terminal {
  /** One line on standard output. */
  readonly print: (line: string) => void;
  /** One line on standard error: what a person reads, and a program that takes the output does not. */
  readonly note: (line: string) => void;
  /** Ends when the command is interrupted. */
  readonly stopped: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** Its arguments in the help, such as `[base-url]`. */
  readonly takes?: string;
  /** The most arguments. Default: 0. */
  readonly maxArguments?: number;
  readonly summary: string;
  /** Further lines of its help. */
  readonly details?: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly run: (given: Given, terminal: Terminal) => Promise<void>;
}

/** The command line is wrong: exit code 2. The message has the fault and its remedy. */
export class UsageError extends Error {}

/** It did not work: exit code 1. The message is one sentence, and one with the remedy. */
export class CommandError extends Error {}

export const jsonOption: Readonly<Record<'json', Option>> = { json: { says: 'Print JSON, one value on a line.' } };
