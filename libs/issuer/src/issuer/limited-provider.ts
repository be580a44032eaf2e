import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { stoppedClient, type ClientCertificatesService } from '@open-banking/access';
import { asRefusal, gatewayLogHeaders, renderOAuth, type RequestContext } from '@open-banking/http';
import type { RateLimitsService, RateLimitSubject } from '@open-banking/limits';
import type { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import { AuthenticationRefused, rsaKeyFault } from './client-authentication.js';
import { keysUnread } from './key-sets.js';
import { requestObjectFault } from './request-object.js';
import { isSuspended, refuseSuspended, stoppedBy } from './suspended-client.js';
import Provider, {
  type errors,
  type CanBePromise,
  type Configuration,
  type KoaContextWithOIDC,
  type TokenEndpointGrantContext,
  type UnknownObject,
} from 'oidc-provider';

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
 * anything is redeemed; to the address where nobody has. All other endpoints are charged before they get here.
 */
export class LimitedProvider extends Provider {
  private readonly asking = new WeakMap<IncomingMessage, ProviderRequest>();
  private readonly charged = new WeakSet<IncomingMessage>();

  constructor(
    issuer: string,
    configuration: Configuration,
    private readonly limits: RateLimitsService,
    private readonly certificates: Pick<ClientCertificatesService, 'check'>,
  ) {
    super(issuer, configuration);
    this.on('server_error', (ctx, error) => {
      const context = this.asking.get(ctx.req)?.context;
      if (context) context.error = error;
    });
    const named = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void => {
      nameError(ctx, error, this.asking.get(ctx.req));
    };
    this.noteReplays();
    this.on('grant.error', named);
    this.on('pushed_authorization_request.error', named);
    this.on('revocation.error', named);
    this.use(async (given, next) => {
      const ctx = given as unknown as KoaContextWithOIDC;
      const asking = this.asking.get(ctx.req);
      const refused = asking?.row.limits === 'token' ? await this.endedCertificate(asking) : undefined;
      if (refused) answerEnded(ctx, refused);
      else await next();
      if (!asking || asking.row.limits !== 'token') return;
      if (ctx.status >= 500) answerFault(ctx, asking.context.error);
      else if (!this.charged.has(ctx.req)) await this.admits(ctx, this.provedClient(ctx) ?? { address: asking.context.address });
    });
  }

  /** To be told before a request is handed over. */
  isAsked(request: IncomingMessage, asking: ProviderRequest): void {
    this.asking.set(request, asking);
  }

  /** The certificate of the connection that a request came over. */
  certificateOf(request: IncomingMessage): X509Certificate | undefined {
    return this.asking.get(request)?.context.certificate;
  }

  /** What is known of a request besides what oidc-provider knows. */
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
        await handler(ctx);
      },
      params,
      duplicates,
    );
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

/**
 * Where oidc-provider 9.13.3 has another word than the RFC, or none that helps: keys that could not be fetched, a grant the client has
 * not registered for (RFC 6749 §5.2), a proof that was used before (RFC 9449 §5), and a request_uri
 * that is pushed (RFC 9126 §2.1). A proof that is missing stays `invalid_grant`, as the conformance suite has it.
 */
function nameError(ctx: KoaContextWithOIDC, thrown: errors.OIDCProviderError, asking: ProviderRequest | undefined): void {
  const { error } = thrown;
  if (error === 'unauthorized_client' && isSuspended(ctx.oidc.client)) return answerBlocked(ctx, asking?.context);
  const named = asking?.replayed && error !== 'invalid_client' ? replayedProof : betterName(ctx, thrown);
  if (named) ctx.body = named;
}

interface NamedError {
  readonly error: string;
  readonly error_description: string;
}

const replayedProof: NamedError = { error: 'invalid_dpop_proof', error_description: 'a DPoP proof is good once' };

/** Errors of oidc-provider that come without a description. */
const undescribed: Readonly<Record<string, string>> = {
  request_not_supported: 'this bank takes no request objects: send the parameters themselves',
  registration_not_supported: 'registration is no parameter here: clients are registered before they ask',
};

function unfitRequestObject(ctx: KoaContextWithOIDC): NamedError | undefined {
  const fault = requestObjectFault(ctx);
  return fault === undefined ? undefined : { error: 'invalid_request_object', error_description: fault };
}

const unverified = 'the request object is no JWT that this client has signed';

function betterName(ctx: KoaContextWithOIDC, thrown: errors.OIDCProviderError): NamedError | undefined {
  const { error } = thrown;
  switch (error) {
    case 'invalid_client': {
      const reason = clientFault(ctx, thrown);
      return reason === undefined ? undefined : { error, error_description: reason };
    }
    case 'invalid_request_object':
      return { error, error_description: requestObjectFault(ctx) ?? thrown.error_description ?? unverified };
    case 'invalid_request':
      return lacksGrantType(ctx)
        ? { error: 'unauthorized_client', error_description: 'requested grant type is not allowed for this client' }
        : unfitRequestObject(ctx);
    case 'request_uri_not_supported':
      return { error: 'invalid_request', error_description: 'request_uri cannot be pushed' };
    default:
      return undescribed[error] === undefined ? undefined : { error, error_description: undescribed[error] };
  }
}

/** Whether an authenticated client asks the token endpoint for a grant that it has not registered for. */
function lacksGrantType({ oidc: { route, params, client } }: KoaContextWithOIDC): boolean {
  const grantType = params?.['grant_type'];
  return route === 'token' && client !== undefined && typeof grantType === 'string' && !client.grantTypeAllowed(grantType);
}

/** Why a client is not known, where it may be told. */
function clientFault(ctx: KoaContextWithOIDC, thrown: unknown): string | undefined {
  if (thrown instanceof AuthenticationRefused) return thrown.reason;
  const unread = keysUnread(thrown);
  return unread === undefined ? rsaKeyFault(ctx) : `the keys at jwks_uri cannot be read: ${unread}`;
}

/** RFC 6749 §5.2 has no error for a client that the bank has stopped; `unauthorized_client` is nearest, with the code of the other operations beside it. */
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
  ctx.body = JSON.parse(body) as object;
}

function answerFault(ctx: KoaContextWithOIDC, error: unknown): void {
  const { status, headers, body } = renderOAuth(error);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = JSON.parse(body) as object;
}
