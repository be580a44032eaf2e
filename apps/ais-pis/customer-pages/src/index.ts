export { CustomerPagesModule } from './customer-pages.module.js';
export { CustomerMandatesService, isOver } from './mandates/customer-mandates.service.js';
export { CustomerSessionsService } from './visit/sessions.service.js';
