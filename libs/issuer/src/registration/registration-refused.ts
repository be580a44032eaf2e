import { Refusal, type Fault } from '@open-banking/messages';

/** RFC 7591 §3.2.2, and RFC 6750 §3.1 for who manages a client without being it. */
export type RegistrationError = 'invalid_redirect_uri' | 'invalid_client_metadata' | 'invalid_token';

export class RegistrationRefused extends Refusal {
  /** A path is a JSON Pointer into the metadata, by the standard's names of its members. */
  constructor(
    readonly error: RegistrationError,
    ...faults: readonly Pick<Fault, 'path' | 'text'>[]
  ) {
    super(
      faults.map((fault) => ({ code: error === 'invalid_token' ? 'TOKEN_UNKNOWN' : 'FORMAT_ERROR', ...fault })),
      undefined,
      error === 'invalid_token' ? { tokenError: error } : {},
    );
  }
}
