import { codes, knownPath, rememberNames, type Fault } from '@open-banking/messages';
import { operations } from '@open-banking/spec';

rememberNames(operations.flatMap(({ path }) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!)));

/**
 * The fields of an error for the log: the detail of a refusal, the stack of a fault of ours. A client's mistake has no stack, and is
 * written without what the client sent.
 */
export function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { error };
  const { detail, faults, status = 500 } = error as { detail?: unknown; faults?: readonly Fault[]; status?: number };
  const inner =
    detail instanceof Error
      ? {
          message: messageOf(detail),
          stack: status < 500 ? undefined : stackOf(detail),
          cause: detail.cause instanceof Error ? messageOf(detail.cause) : undefined,
        }
      : isDatabaseError(error)
        ? undefined
        : detail;
  return {
    faults: faults?.map(plainFault),
    detail: inner,
    ...(faults === undefined && { message: messageOf(error), stack: stackOf(error) }),
  };
}

/** The message of an error, and of a refusal also its detail, which holds the reason. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { detail } = error as { detail?: unknown };
  const message = detail instanceof Error ? messageOf(detail) : ((detail ?? {}) as { message?: string }).message;
  return message === undefined ? messageOf(error) : `${messageOf(error)} (${message})`;
}

/** The sentence of a malformed request repeats what is malformed; that of another refusal is in our own words. */
function plainFault({ code, path, text }: Fault): Fault {
  return {
    code,
    ...(path !== undefined && { path: knownPath(path) }),
    ...(text !== undefined && codes[code].status !== 400 && { text }),
  };
}

/** PostgreSQL's: its `detail` shows the whole row that breaks a rule, and a message of class 22 the value that cannot be read. */
const isDatabaseError = (error: Error): boolean => {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof severity === 'string' && typeof code === 'string';
};

const messageOf = (error: Error): string => (isDatabaseError(error) ? withoutValues(error.message) : error.message);
const stackOf = (error: Error): string | undefined =>
  isDatabaseError(error) ? error.stack?.replace(error.message, () => messageOf(error)) : error.stack;

/** In PostgreSQL's messages data stands in quotes behind a colon; the names of tables and constraints do not. */
const withoutValues = (message: string): string => message.replace(/: ".*"/gs, ': "…"');
