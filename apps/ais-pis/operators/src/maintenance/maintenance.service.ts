import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { MaintenanceQuery, MaintenanceRequest, MaintenanceWindow, MaintenancePage } from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { omitNullish, Refusal } from '@open-banking/messages';
import { maintenanceInternal } from '@open-banking/spec';
import type { AnnouncedWindow } from './maintenance.messages.js';
import {
  announcedMaintenance,
  insertMaintenance,
  listMaintenance,
  lockMaintenance,
  withdrawMaintenance,
  type MaintenanceRow,
} from './maintenance.statements.js';

const pageSize = 500;

/** Maintenance windows. Their times are real ones: the availability report is about machines, not about the bank's days. */
@Injectable()
export class MaintenanceService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  /** Idempotent per id: a repeated announcement returns the existing window, even once it has begun. */
  announce(windowId: string, operator: string, request: MaintenanceRequest): Promise<MaintenanceWindow> {
    return this.database.transaction(async (tx) => {
      const known = await tx.row(lockMaintenance, windowId);
      if (known) return shown(sameOrRefused(known, request));
      refuseTimes(request);
      const added = await tx.row(insertMaintenance, windowId, request.startsAt, request.endsAt, request.reason, operator, new Date());
      const row = (await tx.row(lockMaintenance, windowId))!;
      if (!added) return shown(sameOrRefused(row, request));
      await this.audit.record(tx, { operation: maintenanceInternal.announceMaintenance.id, operator, subject: windowId });
      return shown(row);
    });
  }

  /** Only before the window begins: what is planned cannot become unplanned afterwards. */
  withdraw(windowId: string, operator: string): Promise<MaintenanceWindow> {
    return this.database.transaction(async (tx) => {
      const row = await tx.row(lockMaintenance, windowId);
      if (!row) throw new Refusal('RESOURCE_UNKNOWN', { windowId });
      if (row.withdrawnAt !== null) return shown(row);
      if (Date.parse(row.startsAt) <= Date.now())
        throw new Refusal([{ code: 'STATUS_INVALID', text: 'The maintenance has begun: only a window that lies ahead can be withdrawn.' }]);
      await tx.rows(withdrawMaintenance, windowId, operator, new Date());
      await this.audit.record(tx, { operation: maintenanceInternal.withdrawMaintenance.id, operator, subject: windowId });
      return shown((await tx.row(lockMaintenance, windowId))!);
    });
  }

  /** What lies ahead or is under way, in the order in which it begins. */
  async announced(): Promise<readonly AnnouncedWindow[]> {
    return (await this.database.rows(announcedMaintenance, new Date())).map(announced);
  }

  async list({ since, after }: MaintenanceQuery): Promise<MaintenancePage> {
    const from = since === undefined ? new Date() : new Date(since);
    const rows = await this.database.rows(listMaintenance, from, after ?? null, pageSize + 1);
    const windows = rows.slice(0, pageSize).map(shown);
    return { windows, ...(rows.length > pageSize && { next: windows.at(-1)!.windowId }) };
  }
}

function refuseTimes({ startsAt, endsAt }: MaintenanceRequest): void {
  const refused = (path: string, text: string): Refusal => new Refusal([{ code: 'FORMAT_ERROR', path, text }]);
  if (Date.parse(startsAt) <= Date.now()) throw refused('/startsAt', 'Must lie in the future: maintenance is announced before it begins.');
  if (Date.parse(endsAt) <= Date.parse(startsAt)) throw refused('/endsAt', 'Must be later than startsAt.');
}

function sameOrRefused(row: MaintenanceRow, { startsAt, endsAt, reason }: MaintenanceRequest): MaintenanceRow {
  const isCopy =
    Date.parse(row.startsAt) === Date.parse(startsAt) && Date.parse(row.endsAt) === Date.parse(endsAt) && row.reason === reason;
  if (!isCopy)
    throw new Refusal([{ code: 'STATUS_INVALID', path: 'windowId', text: 'A different maintenance window already has this id.' }]);
  return row;
}

const shown = (row: MaintenanceRow): MaintenanceWindow => omitNullish({ ...row }) as unknown as MaintenanceWindow;
const announced = ({ windowId, startsAt, endsAt, reason }: MaintenanceRow): AnnouncedWindow => ({
  windowId,
  startsAt: new Date(startsAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
  reason,
});
