import type { Permission } from '@open-banking/spec';
import { dayAfter } from './days.js';

export type ConsolePermission = Permission | 'ownerName';

/** A consent for these permissions and nothing else, for 90 days. Empty lists: the customer chooses the accounts. */
export const consentRequest = (permissions: readonly ConsolePermission[], today: Date) => ({
  access: {
    ...Object.fromEntries(permissions.filter((permission) => permission !== 'ownerName').map((permission) => [permission, []])),
    ...(permissions.includes('ownerName') && { additionalInformation: { ownerName: [] } }),
  },
  recurringIndicator: true,
  validUntil: dayAfter(today, 90),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
});
