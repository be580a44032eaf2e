export { AlertChoicesService } from './customer-alerts/alert-choices.service.js';
export { CustomerAlertsModule } from './customer-alerts/customer-alerts.module.js';
export { NotificationsModule } from './notifications.module.js';
