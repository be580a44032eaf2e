import { RecurringWork } from '@open-banking/http';
import type { AnnouncedMaintenance, MaintenanceTimes } from './announced-maintenance.js';

/** Within four seconds, at the same moment as other frequent work (`look-for-jobs`). */
const ownEveryMs = 3_600;

/**
 * Keeps what the service that stores announced maintenance knows of it up to date. While it cannot be read, what was known last stays
 * known.
 */
export class OwnMaintenanceService {
  constructor(
    private readonly maintenance: AnnouncedMaintenance,
    private readonly read: (() => Promise<readonly MaintenanceTimes[]>) | undefined,
  ) {}

  @RecurringWork('follow-maintenance', { everyMs: ({ read }: OwnMaintenanceService) => read && ownEveryMs })
  async follow(): Promise<void> {
    if (this.read) this.maintenance.know(await this.read());
  }
}
