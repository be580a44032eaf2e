export { AlertChoicesService } from './customer-alerts/alert-choices.service.js';
export { NotificationsModule } from './notifications.module.js';
