export { LocalOperatorsService } from './local-operators.service.js';
export { MaintenanceService } from './maintenance/maintenance.service.js';
export { announcedMaintenance } from './maintenance/maintenance.statements.js';
export { OperatorsModule } from './operators.module.js';
export { type Act, type Alongside, type Performed, ProposalsService } from './proposals/proposals.service.js';
export { ProposalSettings } from './proposals/proposals.settings.js';
