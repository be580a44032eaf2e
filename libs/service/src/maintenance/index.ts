export { AnnouncedMaintenance, type MaintenanceTimes } from './announced-maintenance.js';
export { followMaintenance } from './follow-maintenance.js';
export { OwnMaintenanceService } from './own-maintenance.service.js';
