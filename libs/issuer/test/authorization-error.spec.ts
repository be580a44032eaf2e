import { authorizationError } from '@open-banking/issuer';
import { authorizationErrorPage } from '@open-banking/pages';
import { errors } from 'oidc-provider';

const frame = { language: 'en' as const, bankName: 'Demo Bank', sandbox: false, switchable: true };
const pageOf = (error: errors.OIDCProviderError): string => authorizationErrorPage(frame, authorizationError(error, outOf(error)));
const outOf = ({ error, error_description }: errors.OIDCProviderError) => ({
  error,
  ...(error_description !== undefined && { error_description }),
});

describe('the page of an authorization request that fails', () => {
  it('says that the request has ended by the class of the error, in whatever words the library describes it', () => {
    expect(pageOf(new errors.SessionNotFound('these are other words'))).toContain('has ended');
    expect(pageOf(new errors.InvalidRequestUri('these are other words'))).toContain('has ended');
    expect(pageOf(new errors.InvalidRequest('the parameter was not found'))).not.toContain('has ended');
  });

  it('tells an unknown client and a failure of the bank apart by the error code', () => {
    expect(authorizationError(new errors.InvalidRedirectUri(), { error: 'invalid_redirect_uri' }).failure).toBe('unknown-client');
    expect(authorizationError(new Error('the database is away'), { error: 'server_error' }).failure).toBe('server-error');
    expect(authorizationError(new errors.InvalidRequest('no scope'), { error: 'invalid_request' }).failure).toBe('invalid-request');
  });
});
