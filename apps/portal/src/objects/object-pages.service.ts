import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { isUuid, type RouteRegistrar } from '@open-banking/http';
import { codes, Refusal } from '@open-banking/messages';
import { html, readForm, type Html } from '@open-banking/pages';
import { objectPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { pathOfClient } from '../developer-clients/client-path.js';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type PageHandler, type PageResult, type Visit } from '../visit/portal-router.js';
import { DeveloperObjectsService, type DeveloperObject } from './developer-objects.service.js';
import { actionSteps, type ActionStep } from './object-actions.js';
import { ObjectActionsService } from './object-actions.service.js';
import { doneNotice, listContent, objectContent } from './object-content.js';
import { ObjectActionForm } from './object.forms.js';
import { kindPages, objectPath, statusesOf, type ObjectKind } from './object-kinds.js';

const onePage = 20;

/** Pages of the consents, payments and mandates of a developer's clients, with actions as buttons. Sandbox only. */
@Injectable()
export class ObjectPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly objects: DeveloperObjectsService,
    private readonly actions: ObjectActionsService,
    private readonly clients: DeveloperClientsService,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await this.router.open(server, [
      [objectPages.showDeveloperConsents, this.listed('consent')],
      [objectPages.showDeveloperConsent, this.shown('consent')],
      [objectPages.answerDeveloperConsent, this.answered('consent')],
      [objectPages.showDeveloperPayments, this.listed('payment')],
      [objectPages.showDeveloperPayment, this.shown('payment')],
      [objectPages.answerDeveloperPayment, this.answered('payment')],
      [objectPages.showDeveloperMandates, this.listed('mandate')],
      [objectPages.showDeveloperMandate, this.shown('mandate')],
      [objectPages.answerDeveloperMandate, this.answered('mandate')],
    ]);
  }

  private listed(kind: ObjectKind): PageHandler {
    return forDevelopers(async ({ query, csrf }, { developerId }) => {
      const clients = await this.clients.list(developerId);
      const client = clients.find(({ clientId }) => clientId === query['client'])?.clientId;
      const status = statusesOf(kind).find((one) => one === query['status']);
      const before = isUuid(query['before']) ? query['before'] : undefined;
      const clientIds = client === undefined ? clients.map(({ clientId }) => clientId) : [client];
      const found = await this.objects.list(developerId, kind, { clientIds, status, before, max: onePage + 1 });
      const objects = found.slice(0, onePage);
      const older = found.length > onePage ? olderAddress(kind, { client, status }, objects.at(-1)!.objectId) : undefined;
      const title = capital(kindPages[kind].plural);
      return { title, content: listContent({ kind, objects, clients, client, status, older, csrf }) };
    });
  }

  private shown(kind: ObjectKind): PageHandler {
    return forDevelopers(async (visit, developer) => {
      const object = await this.own(kind, visit.params, developer);
      const done = actionSteps.find((step) => step === visit.query['done']);
      return this.page(visit, developer, object, done && doneNotice(object, done));
    });
  }

  private answered(kind: ObjectKind): PageHandler {
    return forDevelopers(async (visit, developer) => {
      const form = readForm([ObjectActionForm], visit.form);
      const { step } = form;
      const object = await this.own(kind, visit.params, developer);
      try {
        await this.actions.perform(developer.developerId, object, form);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return this.refused(visit, developer, object, error);
      }
      return { goTo: doneAddress(object, step) };
    });
  }

  /** Shows the page again, with the operation's reason for the refusal. The object is read again: it may have changed meanwhile. */
  private async refused(visit: Visit, developer: Developer, object: DeveloperObject, refusal: Refusal): Promise<PageResult> {
    const says = refusal.faults.map(({ code, text }) => text ?? codes[code].text).join(' ');
    const now = (await this.objects.find(developer.developerId, object.kind, object.objectId)) ?? object;
    const page = await this.page(visit, developer, now, portalNotice('alert', says));
    return { ...page, status: refusal.status, retryAfterSeconds: refusal.hints.retryAfterSeconds };
  }

  private async page({ csrf }: Visit, { developerId }: Developer, object: DeveloperObject, notice: Html | undefined) {
    const [client, customer] = await Promise.all([
      this.clients.find(developerId, object.clientId),
      this.actions.customerText(developerId, object),
    ]);
    const shown = client
      ? html`<a href="${pathOfClient(object.clientId)}">${client.name}</a>`
      : html`<code>${object.clientId}</code> (removed)`;
    return { title: capital(object.kind), content: objectContent(object, { client: shown, customer }, csrf, notice) };
  }

  private async own(kind: ObjectKind, params: Visit['params'], { developerId }: Developer): Promise<DeveloperObject> {
    const found = await this.objects.find(developerId, kind, params[kindPages[kind].id] ?? '');
    if (!found) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: `None of your clients has a ${kind} with this id.` }]);
    return found;
  }
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const doneAddress = ({ kind, objectId }: DeveloperObject, step: ActionStep): string => `${objectPath(kind, objectId)}?done=${step}`;

function olderAddress(kind: ObjectKind, chosen: Readonly<Record<string, string | undefined>>, before: string): string {
  const kept = Object.entries(chosen).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `${kindPages[kind].list.path}?${new URLSearchParams([...kept, ['before', before]]).toString()}`;
}
