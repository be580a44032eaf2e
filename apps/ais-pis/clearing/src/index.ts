export { ClearingModule } from './clearing.module.js';
export { CreditTransfersService } from './credit-transfers/credit-transfers.service.js';
export { isInternalSettlement } from './reconciliation/internal-settlement.js';
export { RecoverySettings } from './recovery/recovery.settings.js';
export { planReturn } from './simulator.statements.js';
