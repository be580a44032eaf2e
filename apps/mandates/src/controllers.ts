import { MetadataController } from './issuers/metadata.controller.js';
import { MandatesController } from './mandates/mandates.controller.js';

/** What the generated documents are read from. */
export const controllers = [MandatesController, MetadataController];
export { issuerSettings as settings } from '@open-banking/authorization';
