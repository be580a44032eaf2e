import { BankError, ConnectionError, OAuthError, VerificationError } from '@open-banking/client';
import { CommandError, UsageError } from './command.js';
import { sentence } from './printed-text.js';

const oauthRemedies: Readonly<Record<string, string>> = {
  invalid_client: 'Check CLIENT_ID, and CLIENT_SECRET or --client-key: the page of the client in the portal has the id.',
  invalid_scope: 'Check that the client has the role for this scope, or that the consent, payment or mandate is its own.',
  access_denied: 'The customer has refused. Open it again to ask once more.',
  invalid_grant: 'Approve it again with tpp open.',
  use_dpop_nonce: 'Clients that bind tokens to a key use the client package: tpp prints tokens that nothing binds.',
};

/** An error as the command line prints it: what happened, and a remedy. */
export function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof CommandError) return error.message;
  if (error instanceof ConnectionError) return `${sentence(error.message)} Check the address of the bank, and that it runs.`;
  if (error instanceof VerificationError)
    return `${sentence(error.message)} Run tpp login with the base URL that the bank's documents name.`;
  if (error instanceof OAuthError)
    return `${sentence(error.message)} ${oauthRemedies[error.error] ?? 'The log of requests has more: tpp logs.'}`;
  if (error instanceof BankError) return `${sentence(error.message)} The page of the code in the portal says what to do.`;
  return error instanceof Error ? sentence(error.message) : String(error);
}
