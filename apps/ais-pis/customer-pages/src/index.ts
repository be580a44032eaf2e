export { CustomerPagesModule } from './customer-pages.module.js';
export { RemoteMandatesService, isOver } from './mandates/remote-mandates.service.js';
export { CustomerSessionsService } from './visit/sessions.service.js';
