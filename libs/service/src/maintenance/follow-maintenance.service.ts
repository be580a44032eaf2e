import { RecurringWork } from '@open-banking/http';
import type { AnnouncedMaintenance, MaintenanceTimes } from './announced-maintenance.js';

/** Keeps what a process knows of announced maintenance up to date. While it cannot be read, what was known last stays known. */
export class FollowMaintenanceService {
  constructor(
    private readonly maintenance: AnnouncedMaintenance,
    private readonly read: () => Promise<readonly MaintenanceTimes[]>,
  ) {}

  @RecurringWork('follow-maintenance', { everyMs: 5_000 })
  async follow(): Promise<void> {
    this.maintenance.know(await this.read());
  }
}
