import { authorizationError } from '@open-banking/issuer';
import { codes, Refusal } from '@open-banking/messages';
import { authorizationErrorPage, themeOf } from '@open-banking/pages';
import { errors } from 'oidc-provider';

const frame = { language: 'en' as const, theme: themeOf({ bankName: 'Demo Bank' }), sandbox: false, switchable: true };
const errorPage = (error: errors.OIDCProviderError): string => authorizationErrorPage(frame, authorizationError(error, outOf(error)));
const outOf = ({ error, error_description }: errors.OIDCProviderError) => ({
  error,
  ...(error_description !== undefined && { error_description }),
});

describe('the page of an authorization request that fails', () => {
  it('says that the request has ended by the class of the error, in whatever words the library describes it', () => {
    expect(errorPage(new errors.SessionNotFound('these are other words'))).toContain('has ended');
    expect(errorPage(new errors.InvalidRequestUri('these are other words'))).toContain('has ended');
    expect(errorPage(new errors.InvalidRequest('the parameter was not found'))).not.toContain('has ended');
  });

  it('tells an unknown client and a failure of the bank apart by the error code', () => {
    expect(authorizationError(new errors.InvalidRedirectUri(), { error: 'invalid_redirect_uri' }).failure).toBe('unknown-client');
    expect(authorizationError(new Error('a fault'), { error: 'server_error' })).toMatchObject({
      failure: 'server-error',
      code: 'server_error',
    });
    expect(authorizationError(new errors.InvalidRequest('no scope'), { error: 'invalid_request' }).failure).toBe('invalid-request');
  });

  it('names a failure that passes by as temporarily_unavailable (RFC 6749 §4.1.2.1), in words of ours', () => {
    const out = { error: 'server_error', error_description: 'oops! something went wrong' };
    const shown = (error: unknown) => authorizationErrorPage(frame, authorizationError(error, out));
    expect(shown(new Refusal('SERVICE_UNAVAILABLE'))).toContain(`temporarily_unavailable: ${codes.SERVICE_UNAVAILABLE.text}`);
    expect(shown(new Error('a fault'))).toContain('server_error: ');
    for (const error of [new Refusal('SERVICE_UNAVAILABLE'), new Error('a fault')]) expect(shown(error)).not.toContain('oops');
  });
});
