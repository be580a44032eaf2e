/** The request reached no replica, so even a write may be sent to another one. */
const codes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether an error of undici, by its code (`errorCodeOf`), shows that the request reached no server. */
export const reachedNoServer = (code: string): boolean => codes.has(code);

/** The code of an error or of its cause, since `fetch` wraps the error that has it; without any, the error's name. */
export function errorCodeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: string; cause?: unknown; name: string };
  return code ?? (cause === undefined ? name : errorCodeOf(cause));
}
