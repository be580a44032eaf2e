export { ClearingModule } from './clearing.module.js';
export { BookkeepingPortModule } from './core-port/bookkeeping-port.module.js';
export { CreditTransfersModule } from './credit-transfers/credit-transfers.module.js';
export { ReconciliationModule } from './reconciliation/reconciliation.module.js';
export { settledHere } from './reconciliation/settled-here.js';
export { RecoveryModule } from './recovery/recovery.module.js';
export { RecoverySettings } from './recovery/recovery.settings.js';
export { planReturn } from './simulator.statements.js';
