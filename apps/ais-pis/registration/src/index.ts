export { ClientLogosService } from './logos/client-logos.service.js';
export { RegistrationModule } from './registration.module.js';
