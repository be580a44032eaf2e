export { ClearingModule } from './clearing.module.js';
export { settledHere } from './reconciliation/settled-here.js';
export { RecoverySettings } from './recovery/recovery.settings.js';
export { planReturn } from './simulator.statements.js';
