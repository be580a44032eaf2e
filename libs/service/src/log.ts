import { pino, type Logger } from 'pino';

// Account numbers, card numbers and secrets in whatever an error brings along.
const secrets: readonly [RegExp, string][] = [
  [/\b[A-Z]{2}\d{2}[A-Z0-9]{7,30}\b/g, '[iban]'],
  [/\b\d{12,19}\b/g, '[number]'],
  [/\b(Bearer|DPoP|Basic) +[A-Za-z0-9._~+/=-]+/gi, '$1 [token]'],
  [/(postgres(?:ql)?:\/\/[^:\s]+:)[^@\s]+@/g, '$1[password]@'],
];

export const masked = (text: string): string => secrets.reduce((said, [pattern, mask]) => said.replace(pattern, mask), text);

/** JSON lines on standard output, each masked as a whole before it is written. */
export function logger(service: string, level: string): Logger {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime }, { write: (line: string) => { process.stdout.write(masked(line)); } });
}

/** What is worth writing of an error: for refusals the detail, for faults of ours the stack. */
export function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { error };
  const { detail, faults } = error as { detail?: unknown; faults?: unknown };
  const inner = detail instanceof Error ? { message: detail.message, stack: detail.stack, cause: detail.cause instanceof Error ? detail.cause.message : undefined } : detail;
  return { faults, detail: inner, ...(faults === undefined && { message: error.message, stack: error.stack }) };
}
