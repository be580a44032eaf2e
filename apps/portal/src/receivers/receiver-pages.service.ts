import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { readForm } from '@open-banking/pages';
import { receiverPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { DeveloperClientsService, type DeveloperClient } from '../developer-clients/developer-clients.service.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { pathOfReceiver, receiverContent, receiverList } from './receiver-content.js';
import { AnswersForm, MakeReceiverForm } from './receiver.forms.js';
import { ReceiversService } from './receivers.service.js';
import { returnContent } from './return-content.js';

const maxCount = 20;
const misbehaviours = { 'answer-500': 'fails', 'answer-slowly': 'slow', 'answer-well': undefined } as const;

/** The pages on which developers see what has arrived at the receivers of their clients. In the sandbox only. */
@Injectable()
export class ReceiverPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly clients: DeveloperClientsService,
    private readonly receivers: ReceiversService,
    private readonly settings: ServiceSettings,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await this.router.open(server, [
      [receiverPages.showReturn, (visit) => this.customersReturn(visit)],
      [receiverPages.showReceivers, forDevelopers((_, developer) => this.list(developer))],
      [receiverPages.showReceiver, forDevelopers((visit, developer) => this.one(visit, developer))],
      [receiverPages.answerReceiver, forDevelopers((visit, developer) => this.change(visit, developer))],
    ]);
  }

  private customersReturn({ frame: { site }, query }: Visit): PageResult {
    const { code, state, iss, error, error_description: errorDescription, response } = firstOf(query);
    const { baseUrl } = this.settings;
    const content = returnContent({ response: { code, state, iss, error, errorDescription, response }, baseUrl, site });
    return { title: 'Receiver', content };
  }

  private async list({ developerId }: Developer): Promise<PageResult> {
    const clients = await this.clients.list(developerId);
    const receivers = await this.receivers.list(clients.map(({ clientId }) => clientId));
    return { title: 'Receivers', content: receiverList(clients, receivers) };
  }

  private async one({ params, csrf }: Visit, developer: Developer): Promise<PageResult> {
    const client = await this.own(params, developer);
    const [receiver] = await this.receivers.list([client.clientId]);
    const received = receiver ? await this.receivers.received(receiver) : [];
    const address = receiver ? this.receivers.receiverUrl(receiver.receiverId) : '';
    const { origin } = this.receivers;
    return { title: `Receiver of ${client.name}`, content: receiverContent({ client, receiver, address, origin, received, csrf }) };
  }

  private async change({ params, form }: Visit, developer: Developer): Promise<PageResult> {
    const client = await this.own(params, developer);
    const read = readForm([MakeReceiverForm, AnswersForm], form);
    const [receiver] = await this.receivers.list([client.clientId]);
    if (read.step === 'make') await this.receivers.make(client.clientId);
    else if (receiver) await this.receivers.misbehave(receiver, misbehaviours[read.step], countIn(read.count));
    return { goTo: pathOfReceiver(client.clientId) };
  }

  private async own({ clientId = '' }: Visit['params'], { developerId }: Developer): Promise<DeveloperClient> {
    const client = await this.clients.find(developerId, clientId);
    if (!client) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'You have no client with this id.' }], { clientId });
    return client;
  }
}

/** A parameter that comes twice has its first value here. */
const firstOf = (query: Visit['query']): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]));

const countIn = (text: string): number => Math.min(maxCount, Math.max(1, Number.parseInt(text, 10) || 1));
