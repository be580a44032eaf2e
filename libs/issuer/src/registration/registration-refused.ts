import { Refusal } from '@open-banking/messages';

/** RFC 7591 §3.2.2, and RFC 6750 §3.1 for who manages a client without being it. */
export type RegistrationError = 'invalid_redirect_uri' | 'invalid_client_metadata' | 'invalid_token';

export class RegistrationRefused extends Refusal {
  constructor(
    readonly error: RegistrationError,
    description: string,
  ) {
    super(
      [{ code: error === 'invalid_token' ? 'TOKEN_UNKNOWN' : 'FORMAT_ERROR', text: description }],
      undefined,
      error === 'invalid_token' ? { tokenError: error } : {},
    );
  }
}
