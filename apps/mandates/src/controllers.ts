import { issuerSettings } from '@open-banking/issuer';
import { commandSettings, jobSettings } from '@open-banking/commands';
import { MetadataController } from './issuers/metadata.controller.js';
import { MandatesController } from './mandates/mandates.controller.js';
import { settings as own } from './mandates/mandates.settings.js';

/** What the generated documents are read from. */
export const controllers = [MandatesController, MetadataController];
export const settings = { ...own, ...issuerSettings, ...jobSettings, ...commandSettings };
