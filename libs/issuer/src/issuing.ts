import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ClientCertificatesService } from '@open-banking/access';
import { SignedPort, type AuditService, type SigningKeys } from '@open-banking/commands';
import { type BankClock, type Database, serviceKey } from '@open-banking/database';
import { asRefusal, RecurringWork } from '@open-banking/http';
import type { RateLimitsService } from '@open-banking/limits';
import { issuerRows, type Issuer, type Operation } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { NoCodes, PostedCodes, ShownCodes, type ApprovalCodes } from './approval-codes.js';
import type { Approvals } from './approvals.js';
import type { Clients } from './clients.js';
import type { Customers } from './customers.js';
import { mountAppAnswers } from './interaction/app-answer-routes.js';
import { AppInteractions } from './interaction/app-interactions.js';
import { purgeAppApprovals } from './interaction/app-approvals.statements.js';
import { appAnswerAddress, approvalApp } from './interaction/approval-app.js';
import { Interactions } from './interaction/interactions.js';
import { purgeJourneys } from './interaction/journeys.statements.js';
import type { FailedAppRequests } from './interaction/failed-app-requests.js';
import type { ReportedRequests } from './interaction/reported-requests.js';
import { PageRoutes } from './interaction/page-routes.js';
import { answerJson, mountEndpoints } from './issuer/endpoint-routes.js';
import type { BankLogin } from './login/bank-login.js';
import { issuerFacts } from './issuer-facts.js';
import { issuerMetadata } from './issuer/metadata.js';
import { makeProvider } from './issuer/provider.js';
import { authorizationError, failureOfBank, foreignRequestUri, type ErrorOut } from './issuer/authorization-error.js';
import { erroneousRequest } from './issuer/erroneous-request.js';
import type { LimitedProvider } from './issuer/limited-provider.js';
import { isSuspended } from './issuer/suspended-client.js';
import { isForeignRequest, wayBack } from './issuer/pushed-request.js';
import {
  answerMarkerOf,
  authorizationErrorPage,
  erroneousRequestPage,
  errorPage,
  type Frame,
  languageOf,
  type Outcome,
  pagePolicy,
  placeOf,
  suspendedPage,
  type Theme,
  themeOf,
} from '@open-banking/pages';
import type { IssuerSettings } from './issuer-settings.js';
import { purgeArtifacts } from './storage/artifacts.statements.js';

export interface IssuingParts {
  readonly database: Database;
  readonly clock: BankClock;
  readonly audit: AuditService;
  readonly reported: ReportedRequests;
  readonly appRequests: FailedAppRequests;
  /** What the bank signs notifications with, and what it tells its own servers. */
  readonly keys: Pick<SigningKeys, 'current' | 'published'>;
  readonly limits: RateLimitsService;
  /** Whether the certificate of a client's TLS connection still counts. */
  readonly certificates: Pick<ClientCertificatesService, 'check'>;
  readonly clients: Clients;
  readonly customers: Customers;
  readonly settings: IssuerSettings;
  /** The bank's OpenID provider, where customers sign in there. */
  readonly login: BankLogin;
}

/** An issuer of this service, and what its customers approve there; without it nothing can be authorized there yet. */
export interface IssuerAt {
  readonly id: Issuer;
  readonly approvals?: Approvals;
}

const weekMs = 7 * 86_400_000;

/** Puts a service's issuers on its server: endpoints, pages, and metadata at RFC 8414's own address. */
export class IssuingService {
  private readonly settings: PageSettings;

  constructor(
    private readonly parts: IssuingParts,
    private readonly issuers: readonly IssuerAt[],
  ) {
    const { profile, codeSeconds } = parts.settings;
    this.settings = { ...parts.settings, theme: themeOf(parts.settings) };
    if (profile === 'fapi2' && codeSeconds > 60)
      throw new Error('CODE_SECONDS: PROFILE=fapi2 lets an authorization code live for 60 seconds at most (FAPI 2.0 §5.3.2.1).');
  }

  async registerRoutes(server: FastifyInstance): Promise<void> {
    for (const issuer of this.issuers) await this.mount(server, issuer);
  }

  /** Dead rows are kept a week. */
  @RecurringWork('purge-authorizations', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    const before = new Date(this.parts.clock.now().getTime() - weekMs);
    await this.parts.database.rows(purgeArtifacts, before, new Date(Date.now() - weekMs));
    await this.parts.database.rows(purgeJourneys, before);
    await this.parts.database.rows(purgeAppApprovals, before);
  }

  private async mount(server: FastifyInstance, { id, approvals }: IssuerAt): Promise<void> {
    const { database, limits } = this.parts;
    const { settings } = this;
    const home = issuerFacts(id, settings);
    const rows = issuerRows(id);
    const key = await serviceKey(database, `issuer ${id}`);
    const keyFor = (use: string): Buffer => createHmac('sha256', key).update(use).digest();
    const provider = makeProvider({
      ...this.parts,
      home,
      approvals,
      cookieKey: keyFor('cookies').toString('base64url'),
      renderError: renderErrorOf(settings, id),
    });
    answerErroneous(provider, settings);
    await mountEndpoints(
      server,
      provider,
      [rows.authorize, rows.resumeAuthorization, rows.pushAuthorization, rows.issueToken, rows.revokeToken],
      limits,
      (error, request, reply) => {
        const { frame, outcome } = standing(settings, id, request.headers, (request.params as { uid?: string }).uid);
        errorPage(frame, error, request, reply, outcome);
      },
    );
    await this.mountPublic(server, issuerRows(home.id).readMetadata, issuerMetadata(home, approvals?.terms));
    await this.mountPublic(server, issuerRows(home.id).publishKeys, () => this.parts.keys.published());
    await mountAppAnswers(server, rows.takeAppAnswer, { ...this.parts, app: appAnswerAddress(this.parts, id) });
    const app = approvalApp(this.parts, id);
    if (!approvals) return;
    const codes = approvalCodes(settings, this.parts.keys, home.issuer);
    const interactions = new Interactions({ ...this.parts, home, approvals, codes, codeKey: keyFor('approval codes'), app });
    await new PageRoutes({
      ...this.parts,
      home,
      provider,
      interactions,
      app: app && new AppInteractions(interactions, app),
      rows,
      formKey: keyFor('forms'),
      theme: settings.theme,
      sandbox: settings.sandbox,
      secure: settings.baseUrl.startsWith('https:'),
    }).mount(server);
  }

  /** What anybody may read, limited by address. */
  private async mountPublic(server: FastifyInstance, row: Operation, content: object | (() => Promise<object>)): Promise<void> {
    await server.register(async (scope) => {
      scope.setErrorHandler(answerJson);
      scope.route({
        method: row.method,
        url: row.path,
        config: { operation: row },
        handler: async (request, reply) => {
          await this.parts.limits.charge(row, { address: request.bank.address }, reply);
          return reply.send(typeof content === 'function' ? await content() : content);
        },
      });
    });
  }
}

/** How approval codes reach customers here. `issuer`: one whose metadata publishes these keys. */
export function approvalCodes(
  { sandbox, approvalAppUrl, approvalCodeUrl }: IssuerSettings,
  keys: Pick<SigningKeys, 'current'>,
  issuer: string,
): ApprovalCodes {
  if (approvalAppUrl) return new NoCodes();
  if (approvalCodeUrl) return new PostedCodes(new SignedPort(approvalCodeUrl, keys, issuer));
  if (sandbox) return new ShownCodes();
  throw new Error(
    'Set APPROVAL_APP_URL or APPROVAL_CODE_URL: outside the sandbox customers approve in an app, or with codes that reach them',
  );
}

/** What pages need besides the settings. */
type PageSettings = IssuerSettings & { readonly theme: Theme };

const frameOf = ({ theme, sandbox }: PageSettings, accept: string | undefined): Frame => ({
  language: languageOf(undefined, accept),
  theme,
  sandbox,
  switchable: false,
});

/** Whoever comes back from an answer reads on in the language they answered in, and nothing untrue of the answer. */
function standing(
  settings: PageSettings,
  issuer: Issuer,
  headers: IncomingHttpHeaders,
  uid: string | undefined,
): { frame: Frame; outcome?: Outcome } {
  const frame = frameOf(settings, headers['accept-language']);
  const marker = answerMarkerOf(headers.cookie, uid);
  return marker ? { frame: { ...frame, language: marker.language }, outcome: { state: marker.state, place: placeOf[issuer] } } : { frame };
}

const renderErrorOf =
  (settings: PageSettings, issuer: Issuer) =>
  async (ctx: KoaContextWithOIDC, out: ErrorOut, error: unknown): Promise<void> => {
    if (!ctx.path.includes('/authorize')) {
      ctx.body = out;
      return;
    }
    const back = await wayBack(ctx, out);
    if (back !== undefined) {
      ctx.status = 303;
      ctx.set({ ...pagePolicy(settings), location: back });
      ctx.body = '';
      return;
    }
    if (ctx.status >= 500) ctx.status = asRefusal(error).status;
    ctx.set({ ...pagePolicy(settings), ...(ctx.status === 503 && { 'retry-after': '1' }) });
    const { frame, outcome } = standing(settings, issuer, ctx.headers, /\/authorize\/([^/]+)$/.exec(ctx.path)?.[1]);
    ctx.body = authorizationErrorPage(frame, authorizationError(error, out), outcome);
  };

/** Authorization requests that are answered by a page of ours, and not at the client's address: another's, and those in error of a client that registered itself. */
function answerErroneous(provider: LimitedProvider, settings: PageSettings): void {
  const thrown = new WeakMap<object, Error>();
  const note = (ctx: KoaContextWithOIDC, error: Error): unknown => thrown.set(ctx, error);
  provider.on('authorization.error', note);
  provider.on('server_error', note);
  provider.use(async (given, next) => {
    const ctx = given as unknown as KoaContextWithOIDC;
    const page = (status: number, text: string): void => {
      ctx.response.remove('location');
      ctx.status = status;
      ctx.set(pagePolicy(settings));
      ctx.body = text;
    };
    const frame = frameOf(settings, ctx.get('accept-language'));
    try {
      if (ctx.path.endsWith('/authorize') && (await isForeignRequest(provider, ctx.query)))
        return page(400, authorizationErrorPage(frame, foreignRequestUri));
    } catch (error) {
      const failure = failureOfBank(error);
      return page(failure.status, authorizationErrorPage(frame, failure));
    }
    await next();
    const error = thrown.get(ctx);
    if (error) answerError(ctx, error, frame, page);
  });
}

/** A client that is suspended gets nobody back, and one that registered itself nobody who has not seen where to. */
function answerError(ctx: KoaContextWithOIDC, error: Error, frame: Frame, page: (status: number, text: string) => void): void {
  const { client, route } = ctx.oidc;
  if (client && isSuspended(client) && route === 'authorization')
    return page(403, suspendedPage(frame, client.clientName ?? client.clientId));
  const erroneous = erroneousRequest(ctx, error);
  if (erroneous) page(400, erroneousRequestPage(frame, erroneous));
}
