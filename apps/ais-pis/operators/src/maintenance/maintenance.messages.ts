import { Instant, withDescription } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

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
