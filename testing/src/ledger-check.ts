import type { ledgerCheck as check, LedgerReport } from '@open-banking/verification/ledger';
import { requestFromRun } from './run-request.js';

/**
 * The ledger check of these databases, as `openbank ledger check` makes it. The run makes it, so that a test file does not load all
 * services' books.
 */
export const ledgerCheck = (urls: Parameters<typeof check>[0]): Promise<LedgerReport> => requestFromRun('ledger-check', { urls });
