import type { DeliveryView } from '@open-banking/contracts';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { isUuid, type RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { readForm } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { DeveloperClientsService, type DeveloperClient } from '../developer-clients/developer-clients.service.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { notificationContent, notificationList, notificationsPath, pathOfNotification } from './notification-content.js';
import { SendAgainForm } from './notification.forms.js';
import { NotificationsService } from './notifications.service.js';

const onePage = 50;
/** The newest ones among which those of one consent, payment or mandate are looked for. */
const maxSearched = 200;

/** The pages on which developers see what their clients were notified of, and have it sent again. */
@Injectable()
export class NotificationPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly clients: DeveloperClientsService,
    private readonly notifications: NotificationsService,
    private readonly settings: ServiceSettings,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showNotifications, forDevelopers((visit, developer) => this.list(visit, developer))],
      [developerPages.showNotification, forDevelopers((visit, developer) => this.one(visit, developer))],
      [developerPages.answerNotification, forDevelopers((visit, developer) => this.sendAgain(visit, developer))],
    ]);
  }

  private async list({ query }: Visit, { developerId }: Developer): Promise<PageResult> {
    const clients = await this.clients.list(developerId);
    const chosen = clients.find(({ clientId }) => clientId === query['client'])?.clientId;
    const clientIds = chosen === undefined ? clients.map(({ clientId }) => clientId) : [chosen];
    const objectId = query['object'];
    if (isUuid(objectId)) return this.ofObject(developerId, clients, chosen, objectId);
    const before = isUuid(query['before']) ? query['before'] : undefined;
    const page = await this.notifications.list(developerId, clientIds, before, onePage + 1);
    const notifications = page.notifications.slice(0, onePage);
    const older =
      page.notifications.length > onePage &&
      `${notificationsPath}?${new URLSearchParams({ ...(chosen !== undefined && { client: chosen }), before: notifications.at(-1)!.notificationId }).toString()}`;
    const { sandbox } = this.settings;
    return { title: 'Notifications', content: notificationList(clients, chosen, { ...page, notifications }, { older, sandbox }) };
  }

  /** The notifications about one consent, payment or mandate, searched among the newest of its client. */
  private async ofObject(
    developerId: string,
    clients: readonly DeveloperClient[],
    chosen: string | undefined,
    objectId: string,
  ): Promise<PageResult> {
    const clientIds = chosen === undefined ? clients.map(({ clientId }) => clientId) : [chosen];
    const page = await this.notifications.list(developerId, clientIds, undefined, maxSearched);
    const notifications = page.notifications.filter(({ subjectId }) => subjectId === objectId.toLowerCase());
    const { sandbox } = this.settings;
    const content = notificationList(
      clients,
      chosen,
      { ...page, notifications },
      { older: false, sandbox, objectId: objectId.toLowerCase() },
    );
    return { title: 'Notifications', content };
  }

  private async one({ params, query, csrf }: Visit, { developerId }: Developer): Promise<PageResult> {
    const found = await this.own(params, developerId);
    const client = await this.clients.find(developerId, found.clientId);
    const done = query['sent'] === 'again' ? 'The bank sends it again: load the page again to see how it was answered.' : undefined;
    return { title: 'Notification', content: notificationContent(found, client?.name ?? '', csrf, done) };
  }

  private async sendAgain({ params, form }: Visit, { developerId }: Developer): Promise<PageResult> {
    readForm([SendAgainForm], form);
    const found = await this.own(params, developerId);
    await this.notifications.sendAgain(developerId, found);
    return { goTo: `${pathOfNotification(found.notificationId)}?sent=again` };
  }

  private async own({ notificationId = '' }: Visit['params'], developerId: string): Promise<DeliveryView> {
    const found = isUuid(notificationId) ? await this.notifications.find(developerId, notificationId) : undefined;
    if (!found) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'None of your clients has a notification with this X-Request-ID.' }]);
    return found;
  }
}
