import { documentBaseUrl } from '@open-banking/spec';
import { portalUrl } from '../portal-url.js';

const writtenPortal = new RegExp(
  `${documentBaseUrl.replaceAll('.', '\\.')}(?=/(?:collection|developer|docs|guides|openapi|postman|receiver|reference)\\b)`,
  'g',
);

/** A text of a document, program or example with the addresses of this bank, and of its portal where that has an origin of its own. */
export const withOwnAddresses = (text: string, baseUrl: string, portalHost: string | undefined): string =>
  text.replaceAll(writtenPortal, portalUrl(baseUrl, portalHost)).replaceAll(documentBaseUrl, baseUrl);
