import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { everyContracts, maintenanceContracts, type MaintenanceWindow } from '@open-banking/contracts';
import { interfaceServices, type Service } from '@open-banking/spec';
import { historyOf, type AvailabilityHistory } from './availability-history.js';

/** However many visitors look, the services are asked once in this time, and more often while one of them has not answered. */
const keptForMs = 60_000;
const retriedAfterMs = 5_000;
const shownMs = 91 * 86_400_000;
/** A page has 500 windows. Further ones of 90 days are not shown as planned. */
const maxPages = 4;

/** The last 90 days of each service. While a service does not answer, its last known history stays. */
@Injectable()
export class AvailabilityHistoryService {
  readonly #known = new Map<Service, AvailabilityHistory>();
  #maintenance: readonly MaintenanceWindow[] = [];
  #last?: { readonly at: number; readonly reading: Promise<void> };
  #isWhole = false;

  constructor(private readonly calls: InternalCalls) {}

  async read(): Promise<ReadonlyMap<Service, AvailabilityHistory>> {
    const at = performance.now();
    if (!this.#last || at - this.#last.at >= (this.#isWhole ? keptForMs : retriedAfterMs)) this.#last = { at, reading: this.refresh() };
    await this.#last.reading;
    return this.#known;
  }

  private async refresh(): Promise<void> {
    this.#maintenance = await this.maintenance().catch(() => this.#maintenance);
    const answered = await Promise.all(
      interfaceServices.map(async (service) => {
        const record = await this.calls.call(service, everyContracts.readAvailability, {}).catch(() => undefined);
        if (record) this.#known.set(service, historyOf(record, this.windows()));
        return record !== undefined;
      }),
    );
    this.#isWhole = answered.every(Boolean);
  }

  private windows(): { readonly from: string; readonly to: string }[] {
    return this.#maintenance
      .filter(({ withdrawnAt }) => withdrawnAt === undefined)
      .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt }));
  }

  private async maintenance(): Promise<MaintenanceWindow[]> {
    const since = new Date(Date.now() - shownMs).toISOString();
    const windows: MaintenanceWindow[] = [];
    let after: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const answer = await this.calls.call('ais-pis', maintenanceContracts.listMaintenance, { body: { since, ...(after && { after }) } });
      windows.push(...(answer?.windows ?? []));
      after = answer?.next;
      if (after === undefined) break;
    }
    return windows;
  }
}
