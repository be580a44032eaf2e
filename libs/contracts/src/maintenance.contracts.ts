import { IsFormat, IsText, Optional } from '@open-banking/http/field.decorator';
import { maintenanceInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';

/** Maintenance to be announced. */
export class MaintenanceRequest {
  @IsFormat('date-time') readonly startsAt!: string;
  @IsFormat('date-time') readonly endsAt!: string;
  /** Shown to third parties and in the availability report. */
  @IsText({ min: 1, max: 140, notBlank: true }) readonly reason!: string;
}

export class MaintenanceQuery {
  /** Only windows that end after this time; default: now. */
  @Optional() @IsFormat('date-time') readonly since?: string;
  /** `next` of the page before. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** The version of the windows that the caller knows, as it got it; absent if none yet. */
export class KnownMaintenance {
  @Optional() @IsText({ max: 20_000 }) readonly known?: string;
}

/** An announced window. `withdrawnAt`: it was withdrawn before it began. */
export const MaintenanceWindow = Type.Object({
  windowId: Type.String(),
  startsAt: Type.String(),
  endsAt: Type.String(),
  reason: Type.String(),
  announcedBy: Type.String(),
  announcedAt: Type.String(),
  withdrawnAt: Type.Optional(Type.String()),
});
export type MaintenanceWindow = Shape<typeof MaintenanceWindow>;

/** When maintenance begins and ends, in ISO 8601. */
export const MaintenanceTimes = Type.Object({
  windowId: Type.String(),
  startsAt: Type.String(),
  endsAt: Type.String(),
});
export type MaintenanceTimes = Shape<typeof MaintenanceTimes>;

/** `next`: there are more, after this one. */
export const MaintenancePage = Type.Object({
  windows: Type.Array(MaintenanceWindow),
  next: Type.Optional(Type.String()),
});
export type MaintenancePage = Shape<typeof MaintenancePage>;

export const maintenanceContracts = contracts(maintenanceInternal, {
  announceMaintenance: { body: MaintenanceRequest, response: MaintenanceWindow },
  withdrawMaintenance: { response: MaintenanceWindow },
  listMaintenance: {
    body: MaintenanceQuery,
    response: MaintenancePage,
  },
  readAnnouncedMaintenance: {
    response: Type.Object({
      windows: Type.Array(
        Type.Object({
          windowId: Type.String(),
          startsAt: Type.String(),
          endsAt: Type.String(),
          reason: Type.String(),
        }),
      ),
    }),
  },
  awaitMaintenance: {
    body: KnownMaintenance,
    response: Type.Object({
      windows: Type.Array(MaintenanceTimes),
    }),
  },
});
