export { IssuersModule } from './issuers.module.js';
export { MetadataController } from './metadata.controller.js';
export { LocalTokenAuthorityService } from './token-authority.service.js';
