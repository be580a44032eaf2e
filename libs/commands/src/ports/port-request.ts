import { outgoingFetch } from '@open-banking/http';

const timeoutMs = 3_000;

/**
 * Asks a server of the bank's own. Redirects are not followed. Throws where no answer comes within 3 s, with the host and why:
 * `core.bank.example:8443 could not be asked: ECONNREFUSED`.
 */
export async function askServer(url: string, request: Pick<RequestInit, 'method' | 'headers' | 'body'>): Promise<Response> {
  try {
    return await outgoingFetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw new Error(`${new URL(url).host} could not be asked: ${requestFailure(error)}`, { cause: error });
  }
}

/** What `fetch` says is "fetch failed"; why stands in the cause. */
function requestFailure(error: unknown): string {
  const { name, message, cause } = error as Error & { readonly cause?: { readonly code?: string; readonly message?: string } };
  return name === 'TimeoutError' ? `it did not answer within ${timeoutMs / 1_000} s` : (cause?.code ?? cause?.message ?? message);
}
