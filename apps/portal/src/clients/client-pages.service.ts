import { Injectable } from '@nestjs/common';
import { ServiceSettings, signsMessages } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html, readForm, type Html } from '@open-banking/pages';
import { certificatePages, developerPages, receiverPages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOfClient } from '../developer-clients/client-path.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { ClientUsageService } from '../requests/client-usage.service.js';
import { usageSection } from '../requests/usage-section.js';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { ClientLogosService } from './client-logos.service.js';
import { clientContent, credentialsContent, credentialsTitle, removalContent, redirectsChanged, type FormFrame } from './client-content.js';
import { faultSummary, newClientFields, type ClientFieldValues } from './client-fields.js';
import { changesOf, detailsOf, redirectUrisOf } from './client-details.js';
import { faultsByField, type FieldFaults } from './client-request.js';
import {
  ChangeRedirectUrisForm,
  FinishRotationForm,
  NewClientForm,
  RemoveClientForm,
  RotateKeysForm,
  RotateSecretForm,
  RotateSubjectForm,
} from './client.forms.js';
import { logoSection } from './logo-section.js';
import { DeveloperClientsService, type DeveloperClient } from '../developer-clients/developer-clients.service.js';
import { ShownCredentialsService } from './shown-credentials.service.js';

const methodsOfProfile = {
  baseline: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  fapi2: ['private_key_jwt'],
  'fapi2-message-signing': ['private_key_jwt'],
} as const;

const fields = ['name', 'roles', 'redirectUris', 'authMethod', 'jwks', 'jwksUri', 'tlsSubject', 'keep'];
const badRequests = [400, 409, 429];

/** The pages on which developers register clients and manage their own. */
@Injectable()
export class ClientPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly clients: DeveloperClientsService,
    private readonly service: ServiceSettings,
    private readonly credentials: ShownCredentialsService,
    private readonly logos: ClientLogosService,
    private readonly usage: ClientUsageService,
    private readonly portal: PortalSettings,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showNewClient, forDevelopers((visit) => this.newClient(visit))],
      [developerPages.answerNewClient, forDevelopers((visit, developer, reply) => this.register(visit, developer, reply))],
      [developerPages.showClient, forDevelopers((visit, developer, reply) => this.show(visit, developer, reply))],
      [developerPages.answerClient, forDevelopers((visit, developer, reply) => this.change(visit, developer, reply))],
    ]);
  }

  private get methods(): readonly string[] {
    const { profile, tlsBaseUrl } = this.service;
    return [...methodsOfProfile[profile], ...(tlsBaseUrl === undefined || signsMessages(profile) ? [] : ['tls_client_auth'])];
  }

  private newClient({ csrf }: Visit, values = this.emptyClient, faults: FieldFaults = {}): PageResult {
    const title = 'Register a client';
    if (!this.clients.isOpen)
      return {
        title,
        narrow: true,
        status: 403,
        content: html`<h1>${title}</h1>${portalNotice('note', 'Developers register no clients at this bank: ask it for one.')}`,
      };
    return {
      title,
      narrow: true,
      status: Object.keys(faults).length > 0 ? 422 : 200,
      content: html`<h1>${title}</h1>
${faultSummary(faults)}
<form method="post" action="${developerPages.answerNewClient.path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${newClientFields(values, faults, this.methods, this.receiverHint)}
<p><button name="step" value="register">Register</button></p></form>`,
    };
  }

  private get receiverHint(): Html | false {
    const address = portalUrl(this.service.baseUrl, this.portal.portalHost) + receiverPages.showReturn.path;
    return (
      this.service.sandbox &&
      html` Add <code>${address}</code>, a page that shows the bank's answer, to try approvals without an application, and notifications with <a href="${receiverPages.showReceivers.path}">the portal's receivers</a>.`
    );
  }

  private get emptyClient(): ClientFieldValues {
    return {
      name: '',
      role: ['PSP_AI', 'PSP_PI'],
      redirectUris: this.service.sandbox ? 'http://127.0.0.1:3000/back' : '',
      authMethod: this.methods[0]!,
      jwks: '',
      jwksUri: '',
      tlsSubject: '',
    };
  }

  private async register(visit: Visit, { developerId }: Developer, reply: FastifyReply): Promise<PageResult> {
    const form = readForm([NewClientForm], visit.form);
    const details = detailsOf(form);
    if ('faults' in details) return this.newClient(visit, form, details.faults);
    try {
      const credentials = await this.clients.register(developerId, details);
      this.credentials.keep(visit, reply, { ...credentials, registered: true });
      return { goTo: pathOfClient(credentials.clientId) };
    } catch (error) {
      const faults = fieldFaultsIn(error);
      return this.newClient(visit, withoutRefusedKeys(form, faults), faults);
    }
  }

  async ownClient({ params }: Visit, { developerId }: Pick<Developer, 'developerId'>): Promise<DeveloperClient> {
    const clientId = params['clientId']!;
    const client = await this.clients.find(developerId, clientId);
    if (!client) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'You have no client with this id.' }], { clientId });
    return client;
  }

  /** A client's page; right after it was given a credential, that credential. */
  private async show(visit: Visit, developer: Developer, reply: FastifyReply): Promise<PageResult> {
    const client = await this.ownClient(visit, developer);
    const credentials = this.credentials.take(visit, reply, client.clientId);
    if (!credentials) return this.client(visit, developer, client);
    const { authMethod, roles } = client;
    const { registered } = credentials;
    return {
      title: credentialsTitle(registered),
      content: credentialsContent(credentials, { registered, authMethod, roles, baseUrl: this.service.baseUrl }),
    };
  }

  /** The page of a client whose new logo cannot be used. */
  async withLogoFault(visit: Visit, developer: Developer, logoFault: string): Promise<PageResult> {
    return this.client(visit, developer, await this.ownClient(visit, developer), { logoFault });
  }

  private async client(
    visit: Visit,
    { developerId }: Pick<Developer, 'developerId'>,
    client: DeveloperClient,
    {
      logoFault,
      ...shown
    }: Omit<NonNullable<Parameters<typeof clientContent>[2]>, 'sections' | 'redirectHint'> & { readonly logoFault?: string } = {},
  ): Promise<PageResult> {
    const [logos, usage] = await Promise.all([
      this.logos.list(developerId, client.clientId),
      this.usage.read(developerId, client.clientId),
    ]);
    const sections = [
      usageSection(client.clientId, usage),
      logoSection(client, logos, visit.csrf, logoFault),
      ...(this.service.sandbox ? [certificatesLink(client)] : []),
    ];
    return {
      title: client.name,
      status: Object.keys(shown.faults ?? {}).length > 0 || logoFault !== undefined ? 422 : 200,
      content: clientContent(client, frameOf(visit, client), { ...shown, sections, redirectHint: this.receiverHint }),
    };
  }

  private async change(visit: Visit, developer: Developer, reply: FastifyReply): Promise<PageResult> {
    const client = await this.ownClient(visit, developer);
    const form = readForm(
      [ChangeRedirectUrisForm, RotateSecretForm, RotateKeysForm, RotateSubjectForm, FinishRotationForm, RemoveClientForm],
      visit.form,
    );
    if (form.step === 'remove') return this.remove(visit, developer, client, form.confirmed === 'yes');
    if (form.step === 'change-redirect-uris') return this.changeRedirectUris(visit, developer, client, form.redirectUris);
    return this.rotate(visit, developer, client, form, reply);
  }

  private async remove(visit: Visit, { developerId }: Developer, client: DeveloperClient, meant: boolean): Promise<PageResult> {
    if (!meant) return { title: `Remove ${client.name}?`, narrow: true, content: removalContent(client, frameOf(visit, client)) };
    await this.clients.remove(developerId, client.clientId);
    return { goTo: developerPages.showDeveloper.path };
  }

  private async changeRedirectUris(visit: Visit, developer: Developer, client: DeveloperClient, text: string): Promise<PageResult> {
    const redirectUris = redirectUrisOf(text);
    const refused = (faults: FieldFaults) => this.client(visit, developer, client, { faults, redirectUris: text });
    if ('faults' in redirectUris) return refused(redirectUris.faults);
    try {
      await this.clients.changeRedirectUris(developer.developerId, client.clientId, redirectUris);
    } catch (error) {
      return refused(fieldFaultsIn(error));
    }
    const done = redirectsChanged(client.redirectUris, redirectUris);
    return this.client(visit, developer, { ...client, redirectUris }, { done });
  }

  private async rotate(
    visit: Visit,
    { developerId }: Developer,
    client: DeveloperClient,
    form: RotateSecretForm | RotateKeysForm | RotateSubjectForm | FinishRotationForm,
    reply: FastifyReply,
  ): Promise<PageResult> {
    const { jwks = '', tlsSubject = '' } = form as Partial<RotateKeysForm & RotateSubjectForm>;
    const changes = changesOf(form);
    if ('faults' in changes)
      return this.client(visit, { developerId }, client, { faults: changes.faults, typed: { jwks: '', tlsSubject } });
    try {
      const credentials = await this.clients.rotate(developerId, client.clientId, changes);
      if (form.step === 'finish-rotation')
        return await this.client(visit, { developerId }, await this.ownClient(visit, { developerId }), {
          done: 'The previous credential has ended.',
        });
      this.credentials.keep(visit, reply, { ...credentials, registered: false });
      return { goTo: pathOfClient(client.clientId) };
    } catch (error) {
      const faults = fieldFaultsIn(error);
      return this.client(visit, { developerId }, client, { faults, typed: withoutRefusedKeys({ jwks, tlsSubject }, faults) });
    }
  }
}

const certificatesLink = ({ clientId }: DeveloperClient): Html => html`<h2>Certificates</h2>
<p>For TLS and for signed requests: <a href="${certificatePages.showCertificates.path.replace('{clientId}', clientId)}">certificates of the sandbox's authority</a>.</p>`;

const frameOf = ({ csrf }: Visit, { clientId }: DeveloperClient): FormFrame => ({ action: pathOfClient(clientId), csrf });

/** The faults of the fields, if the error is about what was typed. Any other error is thrown again. */
function fieldFaultsIn(error: unknown): FieldFaults {
  if (!(error instanceof Refusal) || !badRequests.includes(error.status)) throw error;
  return faultsByField(error.faults, fields);
}

/** Keys that were refused do not come back in the page: one of them may be private. */
const withoutRefusedKeys = <Form extends { readonly jwks: string }>(form: Form, faults: FieldFaults): Form =>
  faults['jwks'] === undefined ? form : { ...form, jwks: '' };
