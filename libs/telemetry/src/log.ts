import { pino, type Logger } from 'pino';
import { LastingFaults } from './lasting-faults.js';
import { errorFields, errorReason } from './error-fields.js';
import { requestLines, type RequestLine } from './request-line.js';

// An id in the form of a UUID is no account number, though its last group may be twelve digits, or look like an IBAN in capitals.
const uuid = /\b[\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}\b/;
const iban = /\b[A-Z]{2}\d{2}[A-Z0-9]{7,30}\b/;
const number = /\b\d{12,19}\b/;
const numbers = new RegExp(`(?<id>${uuid.source})|(?<iban>${iban.source})|${number.source}`, 'g');

const secrets: readonly [RegExp, string][] = [
  [/\b(Bearer|DPoP|Basic) +[A-Za-z0-9._~+/=-]+/gi, '$1 [token]'],
  [/((?:postgres(?:ql)?|(?:valkey|redis)s?(?:\+\w+)?):\/\/[^:\s]*:)[^@\s]+@/g, '$1[password]@'],
];

/** A text without account numbers, card numbers and secrets, which whatever an error brings along may hold. */
export const masked = (text: string): string =>
  secrets
    .reduce((said, [pattern, mask]) => said.replace(pattern, mask), text)
    .replace(numbers, (_, id: string | undefined, account: string | undefined) => id ?? (account === undefined ? '[number]' : '[iban]'));

// A pipe is written synchronously, and each write wakes its reader: with one a line, a fifth of a short request.
const gatherMs = 20;
/** A line of a request has 250 characters: together less than the 64 KiB that a pipe of Linux holds. */
const gatherLines = 192;

export interface Logs {
  readonly log: Logger;
  /** Says, at level info, what is made of our own words, ids and numbers: not masked, so that an id of digits alone stays what it is. */
  readonly plain: (line: RequestLine) => void;
  /**
   * Writes an error where its fault begins. Its repetitions are counted by `line.event` and the reason, and a last line says how many
   * there were; returns whether this was the first.
   */
  readonly fault: (line: { readonly event: string; readonly [field: string]: unknown }, error: unknown) => boolean;
  /** Writes what waits, and the last lines of the faults that have not ended. Nothing more is written by a timer. */
  readonly end: () => void;
}

/** Receives the text of a log: whole lines. */
export type WriteLog = (lines: string) => void;

/** JSON lines, each masked as a whole. Those of a moment are written together; `end` writes what is left. */
export function logs(service: string, level: string, writeLog: WriteLog): Logs {
  // One line a request: what pino does besides takes longer than the line.
  const textOf = requestLines(service);
  // The text of a request's line is written when it is its turn, with others in one loop: in between other work it takes three times as
  // long.
  const lines = new Array<string | RequestLine>(gatherLines).fill('');
  /** When each was logged, in Unix time in milliseconds. */
  const times = new Float64Array(gatherLines);
  let waiting = 0;
  const flush = (): void => {
    let text = '';
    for (let at = 0; at < waiting; at += 1) {
      const line = lines[at]!;
      text += typeof line === 'string' ? line : textOf(line, times[at]!);
      lines[at] = '';
    }
    waiting = 0;
    if (text !== '') writeLog(text);
  };
  const write = (line: string | RequestLine): void => {
    if (waiting === 0) setTimeout(flush, gatherMs).unref();
    lines[waiting] = line;
    times[waiting] = Date.now();
    waiting += 1;
    if (waiting === gatherLines) flush();
  };
  const log = pino(
    { level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    {
      write: (line: string) => {
        write(masked(line));
      },
    },
  );
  const faults = new LastingFaults(({ lastedMs, ...ended }) => {
    log.warn({ event: 'fault over', ...ended, lastedSeconds: Math.round(lastedMs / 100) / 10 });
  });
  const fault: Logs['fault'] = (line, error) => {
    const { event, task, job } = line as Record<string, string | undefined>;
    const isFirst = faults.begins([event, task ?? job, errorReason(error)].filter(Boolean).join(': '));
    log[isFirst ? 'error' : 'debug']({ ...line, ...errorFields(error) });
    return isFirst;
  };
  const end = (): void => {
    faults.end();
    flush();
  };
  return { log, plain: log.isLevelEnabled('info') ? write : () => undefined, fault, end };
}

/** The line of why a process ends: where it has no log yet, or no time for it. It includes the stack of an unexpected error. */
export function fatalLine(service: string, event: string, error: unknown): string {
  const { name, message, stack } = error instanceof Error ? error : { name: '', message: String(error), stack: undefined };
  const line = JSON.stringify({ level: 'fatal', time: new Date(), service, event, message, ...(name !== 'Error' && { stack }) });
  return `${masked(line)}\n`;
}

/** An uncaught error, so that its stack is written. */
export const uncaught = (error: unknown): Error =>
  Object.assign(new TypeError(error instanceof Error ? error.message : String(error)), {
    stack: (error as Partial<Error> | undefined)?.stack,
  });
