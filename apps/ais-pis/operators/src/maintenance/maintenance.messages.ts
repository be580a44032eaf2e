import { described, Instant } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

/** A window as anybody may see it: not who announced it. */
const AnnouncedWindow = Type.Object({
  windowId: described(Type.String({ format: 'uuid' }), 'Id of the window, the same in every answer.'),
  startsAt: described(Instant, 'When the maintenance begins.'),
  endsAt: described(Instant, 'When the maintenance ends at the latest.'),
  reason: described(Type.String(), 'What the maintenance is for.'),
});
export type AnnouncedWindow = Readonly<Static<typeof AnnouncedWindow>>;

/** Maintenance that lies ahead or is under way, in the order in which it begins; empty if none is announced. */
export const AnnouncedMaintenanceList = Type.Object({
  maintenanceWindows: described(Type.Array(AnnouncedWindow), 'Announced windows that have not ended, in the order in which they begin.'),
});
