import { Injectable } from '@nestjs/common';
import { isUuid, type RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { developerPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import type { Developer } from '../visit/developer-sessions.service.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { ClientUsageService } from './client-usage.service.js';
import { usageChart } from './usage-chart.js';

/** The pictures on the pages of clients. Of another developer's client it shows what it shows of one without requests. */
@Injectable()
export class UsagePicturesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly usage: ClientUsageService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showClientUsage, forDevelopers((visit, developer) => this.picture(visit, developer))],
    ]);
  }

  private async picture({ params: { clientId = '' }, query }: Visit, { developerId }: Developer): Promise<PageResult> {
    if (!isUuid(clientId)) throw new Refusal('RESOURCE_UNKNOWN');
    const usage = await this.usage.read(developerId, clientId);
    return { file: usageChart(usage, query['theme'] === 'dark' ? 'dark' : 'light'), type: 'image/svg+xml', isOwn: true };
  }
}
