import { asRefusal } from '@open-banking/http';
import { codes } from '@open-banking/messages';
import { errors } from 'oidc-provider';
import type { AuthorizationError, AuthorizationFailure } from '@open-banking/pages';

/** The error fields that oidc-provider would send (RFC 6749 section 4.1.2.1). */
export interface ErrorOut {
  readonly error: string;
  readonly error_description?: string | undefined;
}

/** A `request_uri` pushed by one client and used by another. */
export const foreignRequestUri: AuthorizationError = {
  failure: 'invalid-request',
  code: 'invalid_request_uri',
  description: 'request_uri is not one that this client pushed',
};

/** The page an error of an authorization request gets, decided by its class and code: descriptions may change with any release. */
export const authorizationError = (error: unknown, { error: code, error_description: description }: ErrorOut): AuthorizationError =>
  code === 'server_error' ? failureOfBank(error) : { failure: failureOf(error, code), code, description };

/** Errors that are not the request's: oidc-provider has one code and one sentence for all of them, RFC 6749 §4.1.2.1 has two codes. */
export function failureOfBank(error: unknown): AuthorizationError & { readonly status: number } {
  const { status, faults } = asRefusal(error);
  const [{ code, text }] = faults as [(typeof faults)[number]];
  return {
    failure: 'server-error',
    code: status === 503 ? 'temporarily_unavailable' : 'server_error',
    description: text ?? codes[code].text,
    status,
  };
}

function failureOf(error: unknown, code: string): AuthorizationFailure {
  if (code === 'invalid_client' || code === 'invalid_redirect_uri') return 'unknown-client';
  // An interaction past its time limit, and a pushed request that is past its lifetime (RFC 9126: 60 s) or already used.
  if (error instanceof errors.SessionNotFound || error instanceof errors.InvalidRequestUri) return 'ended';
  return 'invalid-request';
}
