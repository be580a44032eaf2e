import { IsFormat, IsText, Optional } from '@open-banking/http';

/** Maintenance to be announced. */
export class MaintenanceRequest {
  @IsFormat('date-time') readonly startsAt!: string;
  @IsFormat('date-time') readonly endsAt!: string;
  /** Shown in the availability report. */
  @IsText({ min: 1, max: 140, notBlank: true }) readonly reason!: string;
}

export class MaintenanceQuery {
  /** Only windows that end after this time; default: now. */
  @Optional() @IsFormat('date-time') readonly since?: string;
}

/** An announced window. `withdrawnAt`: it was withdrawn before it began. */
export interface MaintenanceWindow {
  readonly windowId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly reason: string;
  readonly announcedBy: string;
  readonly announcedAt: string;
  readonly withdrawnAt?: string;
}
