import { readFile } from 'node:fs/promises';
import { outgoingFetch } from '@open-banking/http';
import type { ClientAuth, Configuration, CustomFetch, IDToken, ServerMetadata } from 'openid-client';
import type { LoginFacts } from './login-facts.js';
import { asLoginRefused, LoginRefused } from './login-refused.js';

/** A sign-in that was begun: what the answer must fit. */
export interface LoginChallenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly startedAt: Date;
}

/** Who has signed in, as the provider says. */
export interface LoginIdentity {
  readonly issuer: string;
  /** The claim that names the customer. */
  readonly subject: string;
  /** What the provider's back-channel logout names. */
  readonly sub: string;
  readonly sid?: string;
  readonly idToken: string;
}

/** For all requests of one step together: the gateway waits 5 s for it. */
const timeoutSeconds = 3;
const metadataKeptMs = 600_000;

/** The library would name itself, and not the bank (`User-Agent`). */
const providerFetch: CustomFetch = (url, { body, signal, ...options }) =>
  outgoingFetch(url, { ...options, body: body as BodyInit | null, signal: signal ?? null });

/** Loaded by banks that have a provider alone: 1 MB, and 45 ms of processor time. */
const library = () => import('openid-client');

/**
 * The bank's OpenID provider. All checks of its answers are openid-client's, but for what this bank asks besides: how customers signed in,
 * and when.
 */
export class OpenIdProvider {
  private kept?: { readonly at: number; readonly found: Promise<ServerMetadata> };

  constructor(readonly facts: LoginFacts) {}

  /** Where a customer goes to sign in. They sign in anew, whatever session they have there. */
  async signInUrl({ state, nonce, verifier }: LoginChallenge, redirectUri: string, language: string): Promise<string> {
    const { acrValues, scope } = this.facts;
    return this.asked(async (client, config) => {
      const parameters = {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        prompt: 'login',
        max_age: '0',
        ui_locales: language,
        ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      };
      const pushed = config.serverMetadata().require_pushed_authorization_requests === true;
      const url = pushed ? await client.buildAuthorizationUrlWithPAR(config, parameters) : client.buildAuthorizationUrl(config, parameters);
      return url.href;
    });
  }

  /** Who comes back with this answer. Throws a LoginRefused that says why nobody does. */
  async identityIn(answer: URL, { state, nonce, verifier, startedAt }: LoginChallenge): Promise<LoginIdentity> {
    const tokens = await this.asked((client, config) => {
      // The signature of the ID token too, and not only the TLS connection that it came over.
      client.enableNonRepudiationChecks(config);
      return client.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
    });
    const claims = tokens.claims()!;
    const subject = this.checked(claims, startedAt);
    const { sid } = claims;
    const { issuer } = this.facts;
    return { issuer, subject, sub: claims.sub, idToken: tokens.id_token!, ...(typeof sid === 'string' && { sid }) };
  }

  /** Where a customer signs out there; undefined where the provider has no such address. */
  async signOutUrl(idToken: string, returnTo: string): Promise<string | undefined> {
    return this.asked((client, config) =>
      config.serverMetadata().end_session_endpoint === undefined
        ? undefined
        : client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href,
    );
  }

  /** Where the provider publishes its keys. */
  async keysUrl(): Promise<URL> {
    const { jwks_uri: keys } = await this.asked((_, config) => config.serverMetadata());
    if (keys === undefined) throw new LoginRefused('unconfirmed', 'the provider publishes no keys');
    return new URL(keys);
  }

  /**
   * What this bank asks of a sign-in. `auth_time` is on real time, and no older than the sign-in that it answers: an old session signs
   * nobody in.
   */
  private checked(claims: IDToken, startedAt: Date): string {
    const { acrValues, amrValues, clockToleranceSeconds, subjectClaim } = this.facts;
    const { auth_time: signedInAt, acr } = claims;
    const amr: unknown = claims['amr'];
    if (typeof signedInAt !== 'number' || signedInAt + clockToleranceSeconds < Math.floor(startedAt.getTime() / 1_000))
      throw new LoginRefused('old', `auth_time is ${signedInAt}, the sign-in was begun at ${startedAt.toISOString()}`);
    if (acrValues.length > 0 && !acrValues.includes(String(acr))) throw new LoginRefused('weak', `acr is ${acr}`);
    if (amrValues.length > 0 && !(Array.isArray(amr) && amr.some((method) => amrValues.includes(String(method)))))
      throw new LoginRefused('weak', `amr is ${JSON.stringify(amr)}`);
    const subject = claims[subjectClaim];
    if (typeof subject !== 'string' || subject === '') throw new LoginRefused('unconfirmed', `the ID token has no text in ${subjectClaim}`);
    return subject;
  }

  private async asked<Answer>(
    ask: (client: Awaited<ReturnType<typeof library>>, config: Configuration) => Answer,
  ): Promise<Awaited<Answer>> {
    try {
      const late = AbortSignal.timeout(timeoutSeconds * 1_000);
      const client = await library();
      return await ask(client, await this.configuration(late));
    } catch (error) {
      throw asLoginRefused(error);
    }
  }

  /**
   * A new one for each request: with it the provider's keys are fetched anew, so that a key counts from when it is published until it is
   * withdrawn.
   */
  private async configuration(late: AbortSignal): Promise<Configuration> {
    const client = await library();
    const metadata = await this.metadata();
    const { clientId, clockToleranceSeconds, insecure } = this.facts;
    const own = { require_auth_time: true, [client.clockTolerance]: clockToleranceSeconds };
    const config = new client.Configuration(metadata, clientId, own, await this.proof(metadata));
    config[client.customFetch] = (url, options) => providerFetch(url, { ...options, signal: late });
    if (insecure) client.allowInsecureRequests(config);
    return config;
  }

  private async metadata(): Promise<ServerMetadata> {
    const now = performance.now();
    if (!this.kept || now - this.kept.at > metadataKeptMs) this.kept = { at: now, found: this.discovered() };
    const { found } = this.kept;
    try {
      return await found;
    } catch (error) {
      if (this.kept.found === found) delete this.kept;
      throw error;
    }
  }

  private async discovered(): Promise<ServerMetadata> {
    const client = await library();
    const { issuer, clientId, insecure } = this.facts;
    const config = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      timeout: timeoutSeconds,
      [client.customFetch]: providerFetch,
      ...(insecure && { execute: [client.allowInsecureRequests] }),
    });
    // Without the functions that the library adds.
    return JSON.parse(JSON.stringify(config.serverMetadata())) as ServerMetadata;
  }

  private async proof({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): Promise<ClientAuth> {
    const client = await library();
    const { credential } = this.facts;
    if ('secretFile' in credential) {
      const secret = (await readFile(credential.secretFile, 'utf8')).trim();
      return methods?.includes('client_secret_basic') === false ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret);
    }
    const { importJWK } = await import('jose');
    const jwk = JSON.parse(await readFile(credential.keyFile, 'utf8')) as {
      readonly kid?: string;
      readonly alg?: string;
      readonly kty: string;
    };
    const key = (await importJWK(jwk, jwk.alg ?? (jwk.kty === 'RSA' ? 'PS256' : 'ES256'))) as CryptoKey;
    return client.PrivateKeyJwt(jwk.kid === undefined ? key : { key, kid: jwk.kid });
  }
}
