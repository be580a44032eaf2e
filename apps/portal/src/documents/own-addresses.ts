import { portalUrl } from '../portal-url.js';

/** As documents, programs and examples write the base URL of a bank. */
const writtenBaseUrl = 'http://127.0.0.1:8080';
const writtenPortal = new RegExp(
  `${writtenBaseUrl.replaceAll('.', '\\.')}(?=/(?:collection|developer|docs|guides|openapi|postman|receiver|reference)\\b)`,
  'g',
);

/** A text with the addresses of this bank, and of its portal where that has an origin of its own. */
export const withOwnAddresses = (text: string, baseUrl: string, portalHost: string | undefined): string =>
  text.replaceAll(writtenPortal, portalUrl(baseUrl, portalHost)).replaceAll(writtenBaseUrl, baseUrl);
