import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { everyContracts, type ServiceState } from '@open-banking/contracts';
import type { RouteRegistrar } from '@open-banking/http';
import { html, type Html } from '@open-banking/pages';
import { AnnouncedMaintenance } from '@open-banking/service';
import { interfaceServices, maintenanceStatus, products, sitePages, type Service } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { utcMinute } from '../visit/instant.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type PageResult } from '../visit/portal-router.js';
import { AvailabilityHistoryService } from './availability-history.service.js';
import { availabilitySection } from './availability-section.js';
import { PortalSettings } from '../portal.settings.js';

type Status = ServiceState['status'] | 'does not answer';

const words: Readonly<Record<Status, { readonly says: string; readonly badge: 'ok' | 'bad' | '' }>> = {
  ready: { says: 'Available', badge: 'ok' },
  degraded: { says: 'Available, with a known fault', badge: '' },
  'not ready': { says: 'Not available', badge: 'bad' },
  'does not answer': { says: 'Not available', badge: 'bad' },
};

/** However many look, the services are asked once a second. */
const keptForMs = 1_000;

/** How each product is at the moment, and announced maintenance. */
@Injectable()
export class StatusPageService implements RouteRegistrar {
  #last?: { readonly at: number; readonly states: Promise<ReadonlyMap<Service, Status>> };

  constructor(
    private readonly router: PortalRouter,
    private readonly calls: InternalCalls,
    private readonly maintenance: AnnouncedMaintenance,
    private readonly history: AvailabilityHistoryService,
    private readonly portal: PortalSettings,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [[sitePages.showStatus, () => this.show()]]);
  }

  private async show(): Promise<PageResult> {
    const [states, histories] = await Promise.all([this.states(), this.history.read()]);
    const away = products.filter(({ product }) => words[states.get(product.service)!].badge === 'bad');
    const content = html`<h1>Status</h1>
${
  away.length === 0
    ? portalNotice('done', 'All products are available.')
    : portalNotice(
        'alert',
        `Not available: ${away.map(({ product }) => product.title).join(', ')}. Requests return 503; repeat a write with the same X-Request-ID.`,
      )
}
<div class="scroll"><table><thead><tr><th scope="col">Product</th><th scope="col">State</th></tr></thead><tbody>
${products.map(({ product }) => {
  const { says, badge } = words[states.get(product.service)!];
  return html`<tr><td>${product.title}</td><td><span class="badge ${badge}">${says}</span></td></tr>`;
})}</tbody></table></div>
${availabilitySection(histories)}
${this.published()}
<h2>Maintenance</h2>
${this.windows()}
<p>For programs: <a href="${maintenanceStatus.listMaintenanceWindows.path}"><code>${maintenanceStatus.listMaintenanceWindows.path}</code></a>, and the header <code>Maintenance-Window</code> of every answer while a window is announced.</p>`;
    return { title: 'Status', content };
  }

  private published(): Html | false {
    const { availabilityReportsUrl } = this.portal;
    return (
      availabilityReportsUrl !== undefined &&
      html`<p>The bank publishes the figures of each quarter (RTS art. 32(4)): <a href="${availabilityReportsUrl}">availability reports</a>.</p>`
    );
  }

  private windows(): Html {
    const { announced } = this.maintenance;
    if (announced.length === 0) return html`<p>No maintenance is announced.</p>`;
    return html`<ul>${announced.map(({ startsAt, endsAt }) => html`<li>${utcMinute(startsAt)} to ${utcMinute(endsAt)}</li>`)}</ul>`;
  }

  private states(): Promise<ReadonlyMap<Service, Status>> {
    const at = performance.now();
    if (!this.#last || at - this.#last.at >= keptForMs) this.#last = { at, states: this.ask() };
    return this.#last.states;
  }

  private async ask(): Promise<ReadonlyMap<Service, Status>> {
    const asked = interfaceServices.map(async (service): Promise<[Service, Status]> => {
      const state = await this.calls.call(service, everyContracts.readServiceState, {}).catch(() => undefined);
      return [service, state?.status ?? 'does not answer'];
    });
    return new Map(await Promise.all(asked));
  }
}
