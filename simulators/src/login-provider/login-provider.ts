import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { importJWK, type CryptoKey, type JWK } from 'jose';
import Provider, { type InteractionResults, type KoaContextWithOIDC } from 'oidc-provider';
import { faults, faultyIdToken, type LoginFault } from './faults.js';
import { acr } from './login-client.js';
import { loginIssuer } from './login-provider-process.js';
import { providerConfiguration, type BankClient } from './provider-configuration.js';
import { providerSignInPage } from './provider-pages.js';
import { errorPageOf, frameOf, pageHeaders } from './provider-views.js';

/** Who can sign in: the subject of a login with this password. */
export type SubjectOf = (login: string, password: string) => Promise<string | undefined>;

export interface LoginProviderOptions {
  readonly port: number;
  readonly bank: BankClient;
  readonly subjectOf: SubjectOf;
}

const signingKey = (): JWK => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid: randomBytes(6).toString('hex'),
  alg: 'ES256',
  use: 'sig',
});

/**
 * An OpenID provider as a bank may have one, played by the sandbox: oidc-provider with what it keeps in the memory of its process. When it
 * ends, whoever is signing in begins again; the bank keeps nothing of it. Its signing key is new at each start.
 */
export class LoginProvider {
  /** What it does wrong: `PUT /fault` with a name says so, and an empty body ends it. */
  #fault: LoginFault | undefined;
  readonly #jwk = signingKey();
  readonly #nextJwk = signingKey();
  readonly #provider: Provider;

  constructor(private readonly options: LoginProviderOptions) {
    this.#provider = new Provider(loginIssuer(options.port), providerConfiguration(options.bank, this.#jwk));
    const log = (error: Error): boolean => process.stderr.write(`${error.stack}\n`);
    this.#provider.on('server_error', (_, error) => log(error));
    this.#provider.on('backchannel.error', (_, error) => log(error));
    this.#provider.use((ctx, next) => this.#misbehave(ctx as unknown as KoaContextWithOIDC, next));
  }

  async open(): Promise<void> {
    const answer = this.#provider.callback();
    const server = createServer((request, response) => {
      const own = this.#own(request, response);
      if (!own) return void answer(request, response);
      own.catch((error: unknown) => {
        this.#send(response, 400, errorPageOf(request, String(error)));
      });
    });
    await once(server.listen(this.options.port, '127.0.0.1'), 'listening');
  }

  #own(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const path = request.url!.split('?')[0]!;
    if (path === '/fault' && request.method === 'PUT') return this.#setFault(request, response);
    const uid = /^\/interaction\/([\w-]+)$/.exec(path)?.[1];
    return uid === undefined ? undefined : this.#interact(request, response, uid);
  }

  async #interact(request: IncomingMessage, response: ServerResponse, uid: string): Promise<void> {
    const { params } = await this.#provider.interactionDetails(request, response);
    const twoFactors = String(params['acr_values'] ?? '').includes(acr.twoFactors);
    const code = twoFactors ? loginCode(uid) : undefined;
    const shown = { action: request.url!, code, fault: this.#fault };
    const frame = frameOf(request, params['ui_locales']);
    const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : undefined;
    const result = this.#fault === 'login-required' ? { error: 'login_required' } : form && (await this.#resultOf(form, code));
    if (result) await this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    else if (!form) this.#send(response, 200, providerSignInPage(frame, shown));
    else this.#send(response, 422, providerSignInPage(frame, { ...shown, login: form.get('login') ?? '', isWrong: true }));
  }

  /** Undefined: name, password or code is wrong. `code`: of the second factor, where one is asked for. */
  async #resultOf(form: URLSearchParams, code: string | undefined): Promise<InteractionResults | undefined> {
    if (form.get('step') === 'cancel') return { error: 'access_denied', error_description: 'the customer went back' };
    const accountId = await this.options.subjectOf(form.get('login') ?? '', form.get('password') ?? '');
    if (accountId === undefined || (code !== undefined && form.get('code') !== code)) return undefined;
    const how = code === undefined ? { acr: acr.password, amr: ['pwd'] } : { acr: acr.twoFactors, amr: ['pwd', 'otp', 'mfa'] };
    return { login: { accountId, ...how } };
  }

  async #misbehave(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    const fault = this.#fault;
    if (fault === 'down' && ctx.path === '/token') ctx.throw(503, 'is set to be down');
    await next();
    if (fault === undefined) return;
    const location = ctx.response.get('location') as string | undefined;
    if (location?.includes('iss=')) ctx.response.set('location', wrongIssuer(location, fault));
    if (ctx.path === '/token') await this.#misbehaveAtToken(ctx, fault);
    if (ctx.path === '/jwks' && fault === 'rotated-key') ctx.body = { keys: [published(this.#nextJwk)] };
  }

  async #misbehaveAtToken(ctx: KoaContextWithOIDC, fault: LoginFault): Promise<void> {
    // Until the bank has stopped waiting.
    if (fault === 'slow') await once(ctx.req.socket, 'close');
    const answer = ctx.body as { readonly id_token?: string } | undefined;
    if (answer?.id_token === undefined) return;
    const jwk = fault === 'rotated-key' ? this.#nextJwk : this.#jwk;
    const key = (await importJWK(jwk)) as CryptoKey;
    ctx.body = { ...answer, id_token: await faultyIdToken(answer.id_token, fault, key, jwk.kid!) };
  }

  async #setFault(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const named = (await text(request)).trim();
    const fault = faults.find((one) => one === named);
    const known = fault !== undefined || named === '';
    if (known) this.#fault = fault;
    response.writeHead(known ? 204 : 400).end(known ? '' : `one of ${faults.join(', ')}\n`);
  }

  #send(response: ServerResponse, status: number, body: string): void {
    response.writeHead(status, pageHeaders(this.options.bank.baseUrl)).end(body);
  }
}

/** What the app of a customer would show. */
const loginCode = (uid: string): string => String(createHash('sha256').update(uid).digest().readUInt32BE() % 1_000_000).padStart(6, '0');

const published = ({ kty, crv, x, y, kid, alg, use }: JWK): object => ({ kty, crv, x, y, kid, alg, use });

function wrongIssuer(location: string, fault: LoginFault): string {
  const url = new URL(location);
  if (fault === 'mixed-up') url.searchParams.set('iss', 'https://other.example');
  if (fault === 'without-issuer') url.searchParams.delete('iss');
  return url.href;
}
