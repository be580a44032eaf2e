import { generateKeyPairSync, hash, timingSafeEqual, type X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientClockSeconds, type ClientCertificatesService } from '@open-banking/access';
import { isFapi2, signsMessages } from '@open-banking/config';
import type { BankClock, Database } from '@open-banking/database';
import type { RateLimitsService } from '@open-banking/limits';
import { signingAlgorithms } from '@open-banking/spec';
import Provider, { errors, type AdapterFactory, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { Approvals } from '../approvals.js';
import type { AuthorizationDetails } from '../authorization-details.js';
import { authMethodsOf, responseTypes, signedModes, type Clients, type Credential } from '../clients.js';
import type { IssuerSettings } from '../issuer-settings.js';
import { ArtifactAdapter } from '../storage/artifact-adapter.js';
import { ClientAdapter } from '../storage/client-adapter.js';
import { sealWith } from '../storage/sealed.js';
import { refuseRequestObject } from './request-object.js';
import { requestedScope } from './requested-scope.js';
import { grantParameters, nameGrants } from './grant-parameters.js';
import { createDetails, detailTypesOf, richRequests, warnOfCreated } from './rich-requests.js';
import { isSubject } from './certificate.js';
import { clearError } from './clear-error.js';
import { judgeAssertions } from './client-assertion.js';
import { refuseOtherPlace } from './client-authentication.js';
import type { IssuerFacts } from '../issuer-facts.js';
import type { AuthorizationResponses } from './authorization-response.js';
import { keepKeys, type KeySets } from './key-sets.js';
import { LimitedProvider } from './limited-provider.js';
import { approvalPolicy } from './interaction-policy.js';
import { refuseUntimelyProof } from './proof-time.js';
import { refuseIncomplete } from './request-parameters.js';
import { keptSeconds } from './time-to-answer.js';

/** The parts of one issuer. Without `approvals` it has nothing that a customer could approve yet. */
export interface IssuerParts {
  readonly home: IssuerFacts;
  readonly database: Database;
  readonly clock: BankClock;
  readonly limits: RateLimitsService;
  /** Whether the certificate of a client's TLS connection still counts. */
  readonly certificates: Pick<ClientCertificatesService, 'check'>;
  readonly clients: Clients;
  /** The keys that clients publish; one for all issuers of a service. */
  readonly keySets: KeySets;
  readonly approvals?: Approvals;
  readonly details?: AuthorizationDetails | undefined;
  readonly settings: IssuerSettings;
  /** Signs the cookies; the same in all replicas. */
  readonly cookieKey: string;
  readonly responses: AuthorizationResponses;
  /** Writes the page that an authorization request ends on where it cannot be sent back to its client. */
  readonly renderError: NonNullable<Configuration['renderError']>;
}

/** A client that may have a previous secret or certificate besides (`client-adapter.ts`). */
interface RotatingClient {
  readonly previous?: Pick<Credential, 'secretHash' | 'tlsSubject'>;
}

const nobodysHash = ''.padEnd(43);
const isSecret = (given: string, kept = nobodysHash): boolean =>
  timingSafeEqual(Buffer.from(hash('sha256', given, 'base64url')), Buffer.from(kept));

/** One issuer: oidc-provider with all of OpenID Connect that a bank's authorization server does not need turned off. */
export function makeProvider(parts: IssuerParts): LimitedProvider {
  const { home } = parts;
  // The configuration is read before the provider is there to ask; requests come later.
  const certificateOf = (ctx: KoaContextWithOIDC): X509Certificate | undefined => provider.certificateOf(ctx.req);
  const provider: LimitedProvider = new LimitedProvider(
    home,
    {
      ...basics(parts),
      ...lifetimes(parts),
      features: {
        ...features(parts, certificateOf),
        richAuthorizationRequests: richRequests(parts),
      } as Configuration['features'],
      // Looked at last, and in this order: what is created is created when nothing else of a request can be refused.
      extraParams: {
        ...grantParameters,
        authorization_details: (ctx) =>
          createDetails(parts, provider.contextOf(ctx.req), ctx, (client) => provider.charge(ctx, { client })),
      },
    },
    parts.limits,
    parts.certificates,
  );
  standAt(provider, home);
  provider.Client.prototype.compareClientSecret = function compareClientSecret(
    this: { clientSecret?: string; clientAuthMethod?: string } & RotatingClient,
    given: string,
  ) {
    // Both are compared, whatever the first result is, so that timing reveals nothing.
    const right = [this.clientSecret, this.previous?.secretHash].map((kept) => isSecret(given, kept)).includes(true);
    if (right) refuseOtherPlace(this.clientAuthMethod);
    return right;
  };
  takeJudgedRedirects(provider);
  refuseOtherResponses(provider, home);
  nameGrants(provider);
  warnOfCreated(provider);
  keepKeys(provider, parts.keySets);
  judgeAssertions(provider, home);
  if (signsMessages(home.profile)) answerSigned(provider, parts.responses);
  // No session outlives its interaction: when it is destroyed, oidc-provider neither stores it nor sets a cookie.
  const forget = ({ oidc }: KoaContextWithOIDC): void => {
    if (oidc.session) Object.assign(oidc.session, { destroyed: true });
  };
  provider.on('authorization.success', forget);
  provider.on('authorization.error', forget);
  provider.on('interaction.started', forget);
  return provider;
}

/**
 * The bank's own rules have judged each redirect URI that the adapter names (`redirect-uri.ts`). oidc-provider 9.13.3 would judge the list
 * once more, by an `application_type` that fits no mixed one: `web` has no scheme of an app, and one such URI made the client unknown at
 * all endpoints; `native` has no https on the own machine, and compares loopback addresses without their port. As a web client each is
 * compared character by character.
 */
function takeJudgedRedirects({ Client }: LimitedProvider): void {
  const { prototype } = (Client as unknown as { readonly Schema: { readonly prototype: { redirectUris: () => void } } }).Schema;
  prototype.redirectUris = () => undefined;
}

/**
 * RFC 6749 §4.1.2.1 has an error for every response type but `code`. oidc-provider 9.13.3 looks at the response mode first, in this method,
 * and answers `invalid_request` where the two do not go together. It compares the response type itself where there is none.
 */
function refuseOtherResponses({ Client }: LimitedProvider, { profile }: IssuerFacts): void {
  const prototype = Client.prototype as { responseModeAllowed: (mode: unknown, type?: string, ...more: unknown[]) => boolean };
  const allowed = prototype.responseModeAllowed;
  prototype.responseModeAllowed = function responseModeAllowed(mode, type, ...more) {
    if (type !== undefined && !responseTypes.includes(type))
      throw new errors.UnsupportedResponseType(`response_type must be ${responseTypes.join(' or ')}`);
    refuseIncomplete(Provider.ctx as KoaContextWithOIDC, profile);
    return allowed.call(this, mode, type, ...more);
  };
}

/** JARM with the keys that the issuer publishes: oidc-provider would sign with a key of its own process. */
function answerSigned(provider: LimitedProvider, responses: AuthorizationResponses): void {
  for (const mode of signedModes)
    provider.registerResponseMode(mode, async (ctx, redirectUri, payload) => {
      const address = await responses.signedAddress(redirectUri, ctx.oidc.client!.clientId, payload);
      ctx.status = 303;
      ctx.redirect(address);
    });
}

/**
 * Addresses are the issuer's own, whatever Host a request came with: it may have passed a gateway. Clients that come with
 * a certificate make their proofs (RFC 9449 §4.2, htu) for the TLS listener's address: this one of two, and no third, may be said by Host.
 */
function standAt(provider: LimitedProvider, { issuer, tlsBaseUrl }: IssuerFacts): void {
  const [own, tls] = [new URL(issuer), tlsBaseUrl === undefined ? undefined : new URL(tlsBaseUrl)];
  const requestUrl = ({ req }: { readonly req: IncomingMessage }): URL =>
    tls && req.headers.host === tls.host && provider.isDirect(req) ? tls : own;
  Object.defineProperties(provider.request, {
    protocol: {
      get(this: { readonly req: IncomingMessage }) {
        return requestUrl(this).protocol.slice(0, -1);
      },
    },
    host: {
      get(this: { readonly req: IncomingMessage }) {
        return requestUrl(this).host;
      },
    },
  });
}

function basics(parts: IssuerParts): Configuration {
  const { home, database, clock, clients, cookieKey, renderError, settings } = parts;
  const clientAdapter = new ClientAdapter(clients, settings, detailTypesOf(parts));
  const seal = sealWith(cookieKey);
  const adapter: AdapterFactory = (kind) => (kind === 'Client' ? clientAdapter : new ArtifactAdapter(kind, home, database, clock, seal));
  return {
    adapter,
    renderError: (ctx, out, error) => renderError(ctx, clearError(out, home.profile), error),
    routes: {
      authorization: `${home.path}/authorize`,
      pushed_authorization_request: `${home.path}/par`,
      token: `${home.path}/token`,
      revocation: `${home.path}/revoke`,
    },
    interactions: { policy: approvalPolicy(home, database) as never, url: (_, { uid }) => `${home.path}/interaction/${uid}` },
    // One issuer's path is a prefix of another's, so path alone would not keep their cookies apart.
    cookies: {
      names: { session: `${home.id}_session`, interaction: `${home.id}_interaction`, resume: `${home.id}_resume` },
      keys: [cookieKey],
      long: { path: home.path, signed: true, httpOnly: true, sameSite: 'lax' },
      short: { path: home.path, signed: true, httpOnly: true, sameSite: 'lax' },
    },
    clientAuthMethods: authMethodsOf(home),
    enabledJWA: algorithmsOf(home),
    // For `nbf`: assertions and request objects that are past are refused earlier (`client-assertion.ts`, `request-object.ts`).
    clockTolerance: clientClockSeconds,
    // No ID token is ever issued; oidc-provider reads no client without an algorithm and a key for them (9.13.3).
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as never] },
    extraClientMetadata: {
      properties: ['roles', 'registered_scopes', 'registered_itself', 'suspended', 'register_standing', 'previous', 'organization', 'logo'],
    },
    fetch: parts.keySets.fetch,
    responseTypes: [...responseTypes] as Configuration['responseTypes'],
    scopes: [],
    claims: {},
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: ({ oidc }) => {
      const { grantId } = oidc.result?.consent ?? {};
      return grantId ? oidc.provider.Grant.find(grantId) : Promise.resolve(undefined);
    },
    expiresWithSession: () => false,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // Clients prove who they are at each refresh; rotation would only lose tokens (FAPI 2.0 §5.3.2.1).
    rotateRefreshToken: false,
  };
}

const algorithmsOf = ({ profile }: IssuerFacts): Configuration['enabledJWA'] => {
  const strong = [...signingAlgorithms] as never;
  return {
    clientAuthSigningAlgValues: strong,
    dPoPSigningAlgValues: strong,
    ...(signsMessages(profile) && { requestObjectSigningAlgValues: strong }),
  };
};

function features(
  { home, approvals }: IssuerParts,
  certificateOf: (ctx: KoaContextWithOIDC) => X509Certificate | undefined,
): Configuration['features'] {
  const fapi2 = isFapi2(home.profile);
  const signed = signsMessages(home.profile);
  return {
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => home.baseUrl,
      useGrantedResource: () => true,
      getResourceServerInfo: async (ctx, resource, client) => {
        if (resource !== home.baseUrl) throw new errors.InvalidTarget('the resource is this bank, or left out');
        return { scope: await requestedScope(ctx, client, home, approvals), audience: home.baseUrl, accessTokenFormat: 'opaque' };
      },
    },
    devInteractions: { enabled: false },
    // Clients may bind their tokens and push their requests in any profile; those of FAPI 2.0 require it.
    dPoP: { enabled: true, allowReplay: false, requireNonce: refuseUntimelyProof },
    pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: fapi2, allowUnregisteredRedirectUris: false },
    ...(fapi2 && { fapi: { enabled: true, profile: '2.0' } }),
    ...(signed && { requestObjects: { enabled: true, requireSignedRequestObject: true, assertJwtClaimsAndHeader: refuseRequestObject } }),
    mTLS: {
      enabled: home.tlsBaseUrl !== undefined,
      tlsClientAuth: home.tlsBaseUrl !== undefined,
      certificateBoundAccessTokens: home.tlsBaseUrl !== undefined,
      getCertificate: certificateOf,
      // The gateway that forwards a certificate has checked it, and is trusted in nothing else (docs/security.md).
      certificateAuthorized: (ctx) => certificateOf(ctx) !== undefined,
      certificateSubjectMatches: (ctx, property, expected) =>
        property === 'tls_client_auth_subject_dn' &&
        [expected, (ctx.oidc.client as RotatingClient | undefined)?.previous?.tlsSubject].some(
          (subject) => subject !== undefined && isSubject(certificateOf(ctx)!, subject),
        ),
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}

function lifetimes({ settings, clock }: IssuerParts): Configuration {
  const refresh = settings.refreshTokenDays * 86_400;
  return {
    ttl: {
      AccessToken: settings.customerTokenMinutes * 60,
      ClientCredentials: settings.clientTokenMinutes * 60,
      AuthorizationCode: settings.codeSeconds,
      Interaction: (ctx) => keptSeconds(ctx, settings.interactionMinutes, clock.now()),
      Session: settings.interactionMinutes * 60,
      Grant: refresh,
      RefreshToken: refresh,
    },
  };
}
