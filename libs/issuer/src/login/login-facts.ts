import type { LoginSettings } from './login.settings.js';

/** The bank's OpenID provider, as the settings name it. */
export interface LoginFacts {
  readonly issuer: string;
  readonly clientId: string;
  /** The credential of this client. */
  readonly credential: { readonly keyFile: string } | { readonly secretFile: string };
  readonly acrValues: readonly string[];
  readonly amrValues: readonly string[];
  readonly subjectClaim: string;
  readonly scope: string;
  readonly clockToleranceSeconds: number;
  /** Whether it may be reached without TLS. */
  readonly insecure: boolean;
}

/** Undefined: customers sign in here. Settings that lack something, or would sign customers in over an open line, stop the start. */
export function loginFacts(settings: LoginSettings, { sandbox }: { readonly sandbox: boolean }): LoginFacts | undefined {
  const { loginIssuerUrl: issuer, loginClientId: clientId } = settings;
  if (issuer === undefined) return undefined;
  if (clientId === undefined)
    throw new Error('LOGIN_CLIENT_ID is not set: the OpenID provider at LOGIN_ISSUER_URL knows nobody without it');
  if (!issuer.startsWith('https:') && !sandbox) throw new Error('LOGIN_ISSUER_URL must be https outside the sandbox');
  return {
    issuer,
    clientId,
    credential: credentialOf(settings),
    acrValues: settings.loginAcrValues,
    amrValues: settings.loginAmrValues,
    subjectClaim: settings.loginSubjectClaim,
    scope: [...new Set(['openid', ...settings.loginScopes])].join(' '),
    clockToleranceSeconds: settings.loginClockToleranceSeconds,
    insecure: sandbox,
  };
}

function credentialOf({ loginClientKeyFile: keyFile, loginClientSecretFile: secretFile }: LoginSettings): LoginFacts['credential'] {
  if (keyFile !== undefined && secretFile !== undefined)
    throw new Error(
      'LOGIN_CLIENT_KEY_FILE and LOGIN_CLIENT_SECRET_FILE are both set: the OpenID provider knows this client by one of them',
    );
  if (keyFile !== undefined) return { keyFile };
  if (secretFile !== undefined) return { secretFile };
  throw new Error('Neither LOGIN_CLIENT_KEY_FILE nor LOGIN_CLIENT_SECRET_FILE is set: the OpenID provider could not know this client');
}
