import { erasing, erasingName } from '@open-banking/database';
import type { ErasureTarget } from '@open-banking/service/erasure';
import {
  holds,
  eraseAccounts,
  eraseCollaterals,
  eraseGuarantors,
  eraseName,
  eraseNameInCollaterals,
  eraseNameInGuarantors,
  openLoans,
} from './erasure.statements.js';

export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) =>
    (await queries.rows(openLoans, psuId)).map(({ id }) => ({ what: 'loan', id, must: 'be repaid and closed' })),
  holds: async (queries, psuId) => (await queries.row(holds, psuId))!,
  erasings: [
    erasing('collateral', eraseCollaterals),
    erasingName('collateral', eraseNameInCollaterals),
    erasing('guarantor', eraseGuarantors),
    erasingName('guarantor', eraseNameInGuarantors),
    erasing('branch_account', eraseAccounts),
    erasingName('branch_account', eraseName),
  ],
};
