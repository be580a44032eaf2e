import { erasingBooked, erasingName, keptUntilBy } from '@open-banking/database';
import type { ErasureTarget } from '@open-banking/service/erasure';
import {
  holds,
  eraseAccounts,
  eraseCollaterals,
  eraseGuarantors,
  eraseName,
  eraseNameInCollaterals,
  eraseNameInGuarantors,
  firstKept,
  openLoans,
} from './erasure.statements.js';

export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) =>
    (await queries.rows(openLoans, psuId)).map(({ id }) => ({ what: 'loan', id, must: 'be repaid and closed' })),
  holds: async (queries, psuId) => (await queries.row(holds, psuId))!,
  erasings: [
    erasingBooked('collateral', eraseCollaterals),
    erasingName('collateral', eraseNameInCollaterals),
    erasingBooked('guarantor', eraseGuarantors),
    erasingName('guarantor', eraseNameInGuarantors),
    erasingBooked('branch_account', eraseAccounts),
    erasingName('branch_account', eraseName),
  ],
  keptUntil: keptUntilBy(firstKept),
};
