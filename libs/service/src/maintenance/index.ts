export { AnnouncedMaintenance, type MaintenanceTimes } from './announced-maintenance.js';
export { FollowMaintenanceService } from './follow-maintenance.service.js';
