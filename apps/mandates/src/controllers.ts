import { MetadataController } from './issuers/metadata.controller.js';
import { MandatesController } from './mandates/mandates.controller.js';

/** The OpenAPI document is generated from these tags, each with the controllers whose operations carry it. */
export const tags = [
  {
    name: 'Mandates',
    description: 'Direct-debit mandates that a creditor requests and a customer approves.',
    controllers: [MandatesController],
  },
  {
    name: 'Authorization servers',
    description: 'Metadata of the issuers of tokens for mandates and their cancellation.',
    controllers: [MetadataController],
  },
];
/** Descriptions of the path parameters. */
export const parameters = { resourceId: 'Id of a mandate, from the answer that created it.' };
export { settings } from './settings.js';
