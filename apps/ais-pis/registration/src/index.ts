export { ClientLogosModule } from './logos/client-logos.module.js';
export { ClientLogosService } from './logos/client-logos.service.js';
export { RegistrationModule } from './registration.module.js';
export { ClientRemovalModule } from './removal/client-removal.module.js';
