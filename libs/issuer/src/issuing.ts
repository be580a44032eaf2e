import { createHmac } from 'node:crypto';
import { Inject, Injectable, type FactoryProvider, type Provider, type Type } from '@nestjs/common';
import { ClientCertificatesService } from '@open-banking/access';
import { isFapi2, ServiceSettings } from '@open-banking/config';
import { AuditService, SignedPort, SigningKeys } from '@open-banking/commands';
import { BankClock, Database, purgeAll, serviceKey } from '@open-banking/database';
import { asRefusal, publishedCaching, RecurringWork } from '@open-banking/http';
import { RateLimitsService } from '@open-banking/limits';
import { issuerRows, type Issuer, type Operation } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { NoCodes, PostedCodes, ShownCodes, type ApprovalCodes } from './approval-codes.js';
import type { Approvals } from './approvals.js';
import type { AuthorizationDetails } from './authorization-details.js';
import { Clients } from './clients.js';
import { Customers } from './customers.js';
import { CustomerPagesHelp } from './customer-pages-help.js';
import { GrantsService } from './grants/grants.service.js';
import { mountAppAnswers } from './interaction/app-answer-routes.js';
import { AppInteractions } from './interaction/app-interactions.js';
import { purgeAppApprovals } from './interaction/app-approvals.statements.js';
import { appAnswerAddress, approvalApp } from './interaction/approval-app.js';
import { Interactions } from './interaction/interactions.js';
import { purgeJourneys } from './interaction/journeys.statements.js';
import { FailedAppRequests } from './interaction/failed-app-requests.js';
import { ReportedRequests } from './interaction/reported-requests.js';
import { PageRoutes } from './interaction/page-routes.js';
import { answerJson, mountEndpoints } from './issuer/endpoint-routes.js';
import { BankLogin } from './login/bank-login.js';
import { IntrospectionInternal } from './introspection/introspection.internal.js';
import { issuerFacts, takesDetails } from './issuer-facts.js';
import { issuerMetadata } from './issuer/metadata.js';
import { AuthorizationResponses } from './issuer/authorization-response.js';
import { answerErroneous, renderErrorOf, standing, type PageSettings } from './issuer/error-answers.js';
import { KeySets } from './issuer/key-sets.js';
import { makeProvider } from './issuer/provider.js';
import { errorPage, sendPage, themeOf } from '@open-banking/pages';
import { IssuingSettings, type IssuerSettings } from './issuer-settings.js';
import { purgeArtifacts } from './storage/artifacts.statements.js';

/** All that the issuers of a service share. */
@Injectable()
export class IssuingParts {
  readonly settings: IssuerSettings;

  /**
   * @param keys The keys with which the bank signs notifications, and messages to its own servers.
   * @param certificates Knows whether the certificate of a client's TLS connection still counts.
   * @param login The bank's OpenID provider, where customers sign in there.
   */
  constructor(
    readonly database: Database,
    readonly clock: BankClock,
    readonly audit: AuditService,
    readonly reported: ReportedRequests,
    readonly appRequests: FailedAppRequests,
    readonly keys: SigningKeys,
    readonly limits: RateLimitsService,
    readonly certificates: ClientCertificatesService,
    readonly clients: Clients,
    readonly customers: Customers,
    readonly login: BankLogin,
    service: ServiceSettings,
    issuing: IssuingSettings,
  ) {
    this.settings = { ...service, ...issuing };
  }
}

/** An issuer of this service, and what its customers approve there; without it nothing can be authorized there yet. */
export interface IssuerAt {
  readonly id: Issuer;
  readonly approvals?: Approvals;
  /** Creates what pushed requests ask for by `authorization_details`; without it they are not accepted. */
  readonly details?: AuthorizationDetails;
}

const weekMs = 7 * 86_400_000;

/** The token under which a service provides its issuers, `IssuerAt[]`. */
const ISSUERS = Symbol('issuers');

/** Puts a service's issuers on its server: endpoints, pages, and metadata at RFC 8414's own address. */
@Injectable()
export class IssuingService {
  private readonly settings: PageSettings;
  private readonly keySets: KeySets;

  constructor(
    private readonly parts: IssuingParts,
    @Inject(ISSUERS) private readonly issuers: readonly IssuerAt[],
  ) {
    const { profile, codeSeconds } = parts.settings;
    this.settings = { ...parts.settings, theme: themeOf(parts.settings) };
    this.keySets = new KeySets(this.settings);
    if (isFapi2(profile) && codeSeconds > 60)
      throw new Error('CODE_SECONDS: FAPI 2.0 lets an authorization code live for 60 seconds at most (§5.3.2.1).');
  }

  async registerRoutes(server: FastifyInstance): Promise<void> {
    for (const issuer of this.issuers) await this.mount(server, issuer);
  }

  /** Dead rows are kept a week. */
  @RecurringWork('purge-authorizations', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    const before = new Date(this.parts.clock.now().getTime() - weekMs);
    const { database } = this.parts;
    await purgeAll(database, purgeArtifacts, before, new Date(Date.now() - weekMs));
    await purgeAll(database, purgeJourneys, before);
    await purgeAll(database, purgeAppApprovals, before);
  }

  private async mount(server: FastifyInstance, { id, approvals, details }: IssuerAt): Promise<void> {
    const { settings, keySets } = this;
    const home = issuerFacts(id, settings);
    const responses = new AuthorizationResponses(this.parts.keys, home);
    const rows = issuerRows(id);
    const key = await serviceKey(this.parts.database, `issuer ${id}`);
    const keyFor = (use: string): Buffer => createHmac('sha256', key).update(use).digest();
    const provider = makeProvider({
      ...this.parts,
      home,
      keySets,
      approvals,
      details: takesDetails(home) ? details : undefined,
      cookieKey: keyFor('cookies').toString('base64url'),
      responses,
      renderError: renderErrorOf(settings, id, responses),
    });
    answerErroneous(provider, settings, responses);
    await mountEndpoints(
      server,
      provider,
      [rows.authorize, rows.resumeAuthorization, rows.pushAuthorization, rows.issueToken, rows.revokeToken],
      (error, request, reply) => {
        const { frame, outcome } = standing(settings, id, request.headers, (request.params as { uid?: string }).uid);
        const refusal = asRefusal(error);
        request.bank.error = refusal;
        void sendPage(reply, errorPage(frame, refusal, request.bank.requestId, outcome));
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
      responses,
      interactions,
      app: app && new AppInteractions(interactions, app),
      rows,
      formKey: keyFor('forms'),
      theme: settings.theme,
      sandbox: settings.sandbox,
      secure: settings.baseUrl.startsWith('https:'),
    }).mount(server);
  }

  /** Mounts a public document, limited by address. */
  private async mountPublic(server: FastifyInstance, row: Operation, content: object | (() => Promise<object>)): Promise<void> {
    await server.register(async (scope) => {
      scope.setErrorHandler(answerJson);
      scope.route({
        method: row.method,
        url: row.path,
        config: { operation: row },
        handler: async (_request, reply) => {
          const published = typeof content === 'function' ? await content() : content;
          return reply.headers(publishedCaching).send(published);
        },
      });
    });
  }
}

/** How a service that issues tokens knows clients and customers, and its issuers. */
export interface IssuingOptions extends Pick<FactoryProvider<readonly IssuerAt[]>, 'inject'> {
  readonly clients: Type<Clients>;
  readonly customers: Type<Customers>;
  /** Makes the issuers from the providers that `inject` names. */
  readonly issuers: FactoryProvider<readonly IssuerAt[]>['useFactory'];
}

/** The providers of a module with a service's issuers: their routes, the introspection of their tokens, and their grants. */
export const issuingProviders = ({ clients, customers, inject, issuers }: IssuingOptions): Provider[] => [
  { provide: Clients, useExisting: clients },
  { provide: Customers, useExisting: customers },
  { provide: ISSUERS, inject: inject ?? [], useFactory: issuers },
  IssuingParts,
  IssuingService,
  IntrospectionInternal,
  GrantsService,
  CustomerPagesHelp,
];

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
