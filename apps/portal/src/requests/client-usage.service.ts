import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { RateLimitsService } from '@open-banking/limits';
import { utcDay, dayCounts, shownDays, usedLimits, type ClientUsage } from './client-usage.js';
import { countsOfClient } from './requests.statements.js';

const dayMs = 86_400_000;

/** How much a client of a developer has requested, and what its limits have left. */
@Injectable()
export class ClientUsageService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimitsService,
  ) {}

  async read(developerId: string, clientId: string): Promise<ClientUsage> {
    const now = Date.now();
    const rows = await this.database.rows(countsOfClient, developerId, clientId, utcDay(now - (shownDays - 1) * dayMs));
    const today = rows.filter(({ day }) => day === utcDay(now));
    return { limits: usedLimits(today, (id) => this.limits.windowsOf({ id }), now), days: dayCounts(rows, now) };
  }
}
