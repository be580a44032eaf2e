import type { X509Certificate } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { stoppedClient, type ClientCertificatesService } from '@open-banking/access';
import { asRefusal, gatewayLogHeaders, renderOAuth, type RequestContext } from '@open-banking/http';
import type { RateLimitsService, RateLimitSubject } from '@open-banking/limits';
import { errorJson, type Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { IssuerFacts } from '../issuer-facts.js';
import { certificateRefusal } from './certificate.js';
import { clearError, type ReadError } from './clear-error.js';
import { isUnauthenticated, refuseUnauthenticated, reliesOnCertificate } from './client-authentication.js';
import { refuseUnfitVerifier } from './grant-refusals.js';
import { namedError } from './named-error.js';
import { recordedExchange } from './recorded-exchange.js';
import { isSuspended, refuseSuspended, stoppedBy } from './suspended-client.js';
import Provider, {
  type errors,
  type CanBePromise,
  type Configuration,
  type KoaContextWithOIDC,
  type TokenEndpointGrantContext,
  type UnknownObject,
} from 'oidc-provider';

type ResponseMode = Parameters<Provider['registerResponseMode']>[1];
type Names = string | readonly string[] | ReadonlySet<string>;

/** Which endpoint a request was for, and what is known of it: gets what goes into the log. */
export interface ProviderRequest {
  readonly row: Operation;
  readonly context: RequestContext;
  /** A proof or assertion of this request was used before. */
  replayed?: boolean;
}

/**
 * oidc-provider that charges its token and revocation endpoints: to the client once it has proved who it is, and before
 * anything is redeemed; to the address if no client has. All other endpoints are charged before they get here.
 */
export class LimitedProvider extends Provider {
  private readonly asking = new WeakMap<IncomingMessage, ProviderRequest>();
  private readonly charged = new WeakSet<IncomingMessage>();

  constructor(
    private readonly home: IssuerFacts,
    configuration: Configuration,
    private readonly limits: RateLimitsService,
    private readonly certificates: Pick<ClientCertificatesService, 'check'>,
  ) {
    super(home.issuer, configuration);
    this.on('server_error', (ctx, error) => {
      const context = this.asking.get(ctx.req)?.context;
      if (context) context.error = error;
    });
    // Without a listener Koa prints it. Where the connection is gone, the line of the request has what there is to say.
    // oidc-provider's types leave Koa's own event out.
    EventEmitter.prototype.on.call(this, 'error', (error: Error & { headerSent?: boolean }, { req }: KoaContextWithOIDC) => {
      const context = this.asking.get(req)?.context;
      if (context && error.headerSent !== true) context.error ??= error;
    });
    const named = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void => {
      this.nameError(ctx, error);
    };
    this.noteReplays();
    this.on('grant.error', named);
    this.on('pushed_authorization_request.error', named);
    this.on('revocation.error', named);
    this.use(async (given, next) => {
      const ctx = given as unknown as KoaContextWithOIDC;
      await next();
      this.record(ctx);
      writeError(ctx);
    });
    this.use(async (given, next) => {
      const ctx = given as unknown as KoaContextWithOIDC;
      const asking = this.asking.get(ctx.req);
      const refused = asking?.row.limits === 'token' ? await this.endedCertificate(asking) : undefined;
      if (refused) answerEnded(ctx, refused);
      else await next();
      // oidc-provider lets scripts of every site read what it answers to no known client. No client of ours runs in a browser.
      for (const header of ['access-control-allow-origin', 'access-control-expose-headers']) ctx.remove(header);
      if (!asking || asking.row.limits !== 'token') return;
      nameEmptyBody(ctx);
      if (ctx.status >= 500) answerFault(ctx, asking.context.error);
      else if (!this.charged.has(ctx.req)) await this.admits(ctx, this.provedClient(ctx) ?? { address: asking.context.address });
    });
  }

  /** Call it before a request is passed to oidc-provider. */
  isAsked(request: IncomingMessage, asking: ProviderRequest): void {
    this.asking.set(request, asking);
  }

  /** The certificate of the connection that a request came over. */
  certificateOf(request: IncomingMessage): X509Certificate | undefined {
    return this.asking.get(request)?.context.certificate;
  }

  /** The context of a request, besides oidc-provider's. */
  contextOf(request: IncomingMessage): RequestContext {
    return this.asking.get(request)!.context;
  }

  /** Whether a client itself sends this request, and not its customer's browser. */
  isDirect(request: IncomingMessage): boolean {
    return this.asking.get(request)?.row.limits === 'token';
  }

  /** oidc-provider's constructor registers its own grant types through here too: after the client's proof, before its code is used up. */
  override registerGrantType<Params extends object = UnknownObject>(
    name: string,
    handler: (ctx: TokenEndpointGrantContext<Params>) => CanBePromise<void>,
    params?: Names,
    duplicates?: Names,
  ): void {
    super.registerGrantType<Params>(
      name,
      async (ctx) => {
        if (!(await this.admits(ctx, { client: ctx.oidc.client.clientId }))) return;
        refuseSuspended(ctx.oidc.client);
        if (name === 'authorization_code') refuseUnfitVerifier(ctx);
        await handler(ctx);
      },
      params,
      duplicates,
    );
  }

  /**
   * oidc-provider's constructor registers its own modes through here too: an error that goes back to the client says what would be right.
   */
  override registerResponseMode(name: string, handler: ResponseMode): void {
    super.registerResponseMode(name, (ctx, redirectUri, payload) =>
      handler(ctx, redirectUri, isError(payload) ? { ...clearError(payload, this.home.profile) } : payload),
    );
  }

  private nameError(ctx: KoaContextWithOIDC, thrown: errors.OIDCProviderError): void {
    const asking = this.asking.get(ctx.req);
    if (thrown.error === 'unauthorized_client' && isSuspended(ctx.oidc.client)) return answerBlocked(ctx, asking?.context);
    const certificate = asking?.context.certificate;
    if (isUnauthenticated(ctx, thrown.error, certificate !== undefined)) return refuseUnauthenticated(ctx, this.home);
    if (certificate && reliesOnCertificate(ctx, thrown.error)) {
      ctx.body = { error: thrown.error, error_description: certificateRefusal(certificate) };
      return;
    }
    const named = namedError(ctx, thrown, this.home.profile, asking?.replayed === true);
    if (named) ctx.body = named;
  }

  /** For the request log. The client that a request names need not be the one that sends it. */
  private record(ctx: KoaContextWithOIDC): void {
    const asking = this.asking.get(ctx.req);
    if (asking?.row.limits !== 'token') return;
    const named = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined)?.client?.clientId;
    if (named !== undefined) asking.context.namedClientId = named;
    asking.context.issuerExchange = recordedExchange(ctx);
  }

  /** oidc-provider answers a replay with the error of its other refusals: that it was one is noted where it is found. */
  private noteReplays(): void {
    const unique = this.ReplayDetection.unique.bind(this.ReplayDetection);
    this.ReplayDetection.unique = async (...proof) => {
      const isNew = await unique(...proof);
      const asking = isNew ? undefined : this.asking.get((Provider.ctx as KoaContextWithOIDC).req);
      if (asking) asking.replayed = true;
      return isNew;
    };
  }

  /** A certificate that no longer counts shows no client, whatever else comes with it; nothing else of the request is looked at. */
  private async endedCertificate({ context }: ProviderRequest): Promise<Refusal | undefined> {
    if (!context.certificate) return undefined;
    try {
      await this.certificates.check(context.certificate);
      return undefined;
    } catch (error) {
      context.error = asRefusal(error);
      return context.error as Refusal;
    }
  }

  /** Only an answer of success proves it where no grant was asked for. */
  private provedClient({ oidc, status }: KoaContextWithOIDC): RateLimitSubject | undefined {
    const clientId = (oidc as KoaContextWithOIDC['oidc'] | undefined)?.client?.clientId;
    return clientId !== undefined && status < 300 ? { client: clientId } : undefined;
  }

  private async admits(ctx: KoaContextWithOIDC, subject: RateLimitSubject): Promise<boolean> {
    try {
      await this.charge(ctx, subject);
      return true;
    } catch (error) {
      this.asking.get(ctx.req)!.context.error = error;
      answerFault(ctx, error);
      return false;
    }
  }

  /** Charges a request now, and not again when it is answered. Throws a Refusal where the limit is used up. */
  async charge(ctx: KoaContextWithOIDC, subject: RateLimitSubject): Promise<void> {
    const asking = this.asking.get(ctx.req);
    if (!asking) return;
    this.charged.add(ctx.req);
    if ('client' in subject) {
      asking.context.clientId = subject.client;
      ctx.set(gatewayLogHeaders.client, subject.client);
    }
    await this.limits.charge(asking.row, subject, { header: (name, value) => ctx.set(name, value) });
  }
}

/** Writes a JSON error as all errors of the bank are written. Koa would add a charset. */
function writeError(ctx: KoaContextWithOIDC): void {
  const { status, type, body } = ctx;
  if (status < 400 || type !== 'application/json' || typeof body !== 'object' || body === null) return;
  ctx.body = errorJson(body);
  ctx.set('content-type', 'application/json');
}

/** Calls an empty body JSON. Revocation has none (RFC 7009 §2.2), and simple-oauth2 5.1.0 throws on oidc-provider's `text/plain`. */
function nameEmptyBody(ctx: KoaContextWithOIDC): void {
  if (ctx.body === '') ctx.set('content-type', 'application/json');
}

const isError = (payload: UnknownObject): payload is UnknownObject & ReadError => typeof payload['error'] === 'string';

/**
 * RFC 6749 §5.2 has no error for a client that the bank has stopped; `unauthorized_client` is nearest, with the code of the other
 * operations beside it.
 */
function answerBlocked(ctx: KoaContextWithOIDC, context: RequestContext | undefined): void {
  const refusal = stoppedClient(stoppedBy(ctx.oidc.client));
  // An answer of 5xx is written from here.
  if (context) context.error = refusal;
  answerAs(ctx, refusal, 'unauthorized_client');
}

/** RFC 8705 §2: a client that does not show itself is `invalid_client`; the code of the other operations says why. */
const answerEnded = (ctx: KoaContextWithOIDC, refusal: Refusal): void => {
  answerAs(ctx, refusal, 'invalid_client');
};

function answerAs(ctx: KoaContextWithOIDC, refusal: Refusal, error: string): void {
  const { status, body } = renderOAuth(refusal, error);
  ctx.status = status;
  ctx.body = JSON.parse(body.toString()) as object;
}

function answerFault(ctx: KoaContextWithOIDC, error: unknown): void {
  const { status, headers, body } = renderOAuth(error);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = JSON.parse(body.toString()) as object;
}
