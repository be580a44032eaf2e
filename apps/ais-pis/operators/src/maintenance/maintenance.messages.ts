import { IsFormat, IsText, Optional } from '@open-banking/http';
import { withDescription, Instant } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

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

/** `next`: there are more, after this one. */
export interface MaintenancePage {
  readonly windows: readonly MaintenanceWindow[];
  readonly next?: string;
}

/** A window as anybody may see it: not who announced it. */
const AnnouncedWindow = Type.Object({
  windowId: withDescription(Type.String({ format: 'uuid' }), 'Id of the window, the same in every answer.'),
  startsAt: withDescription(Instant, 'When the maintenance begins.'),
  endsAt: withDescription(Instant, 'When the maintenance ends at the latest.'),
  reason: withDescription(Type.String(), 'What the maintenance is for.'),
});
export type AnnouncedWindow = Readonly<Static<typeof AnnouncedWindow>>;

/** Maintenance that lies ahead or is under way, in the order in which it begins; empty if none is announced. */
export const AnnouncedMaintenanceList = Type.Object({
  maintenanceWindows: withDescription(
    Type.Array(AnnouncedWindow),
    'Announced windows that have not ended, in the order in which they begin.',
  ),
});
