import { receiptsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts } from './contract.js';

/** Receipts of one process, as lines; answered with the number of its next receipt. */
export const receiptsContracts = contracts(receiptsInternal, {
  recordReceipts: { body: 'application/x-ndjson', response: Type.Object({ nextNumber: Type.Number() }) },
});
