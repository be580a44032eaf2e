import type { LoginProblem } from '@open-banking/pages';

/** A sign-in at the bank's OpenID provider that counts for nothing. The customer sees `problem`, the operator the cause. */
export class LoginRefused extends Error {
  constructor(
    readonly problem: LoginProblem,
    why: string,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}

/** The problems by the error of the provider (OpenID Connect Core §3.1.2.6, RFC 6749 §4.1.2.1, "Unmet Authentication Requirements" 1.0). */
const answered: Readonly<Record<string, LoginProblem>> = {
  access_denied: 'refused',
  login_required: 'incomplete',
  interaction_required: 'incomplete',
  account_selection_required: 'incomplete',
  consent_required: 'incomplete',
  unmet_authentication_requirements: 'weak',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
};

/** The provider was not reached, or answers what no provider does. Error codes of openid-client 6. */
const unanswered: readonly unknown[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

interface LibraryError extends Error {
  readonly code?: string;
  /** The error of an error response. */
  readonly error?: string;
  readonly status?: number;
}

/** The meaning of an error of openid-client for the customer. Nothing that it could not confirm counts. */
export function asLoginRefused(thrown: unknown): LoginRefused {
  if (thrown instanceof LoginRefused) return thrown;
  const error = thrown as LibraryError;
  return new LoginRefused(problemOf(error), [error.message, error.code, error.error].filter(Boolean).join(', '), { cause: error });
}

function problemOf({ name, code, error, status, cause }: LibraryError): LoginProblem {
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return answered[error ?? ''] ?? 'unconfirmed';
  if (unanswered.includes(code) || (status ?? 0) >= 500) return 'unavailable';
  // Node.js says so of a connection that fails.
  return name === 'TypeError' && cause !== undefined ? 'unavailable' : 'unconfirmed';
}
