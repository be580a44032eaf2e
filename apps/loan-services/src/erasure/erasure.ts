import { erasingBooked, erasingName, keptUntilBy } from '@open-banking/database';
import type { ErasureTarget } from '@open-banking/service/erasure';
import {
  accounts,
  collaterals,
  firstKept,
  guarantors,
  names,
  namesInCollaterals,
  namesInGuarantors,
  openLoans,
} from './erasure.statements.js';

export const erasure: ErasureTarget = {
  obstacles: async (queries, psuId) =>
    (await queries.rows(openLoans, psuId)).map(({ id }) => ({ what: 'loan', id, must: 'be repaid and closed' })),
  erasings: [
    erasingBooked('collateral', collaterals),
    erasingName('collateral (name)', namesInCollaterals),
    erasingBooked('guarantor', guarantors),
    erasingName('guarantor (name)', namesInGuarantors),
    erasingBooked('branch_account', accounts),
    erasingName('branch_account (name)', names),
  ],
  keptUntil: keptUntilBy(firstKept),
};
