import { erasingBooked, erasingName, keptUntilBy, type ErasureTarget } from '@open-banking/erasure';
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
