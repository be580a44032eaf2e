import { alertErasing, countAuditSalts, eraseAuditSalts } from '@open-banking/commands';
import type { PlatformErasings } from '@open-banking/erasure';

/** The tables with personal data that each service has; those of the feed if it takes the changes of the bank's core. */
export const platformErasings = (fed: boolean): PlatformErasings => ({
  open: async () => ({
    first: fed ? (await import('@open-banking/feed/feed-erasings')).feedErasings : [],
    last: [alertErasing],
    eraseSalts: eraseAuditSalts,
    countSalts: countAuditSalts,
  }),
});
