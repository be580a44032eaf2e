import { documentBaseUrl } from '@open-banking/spec';

const writtenPortal = new RegExp(
  `${documentBaseUrl.replaceAll('.', '\\.')}(?=/(?:collection|developer|docs|guides|openapi|postman|receiver|reference)\\b)`,
  'g',
);

/** A document, program or example with the addresses of this bank and, for what the portal serves, of its portal. */
export const withOwnAddress = (text: string, baseUrl: string, portalAddress = baseUrl): string =>
  text.replaceAll(writtenPortal, portalAddress).replaceAll(documentBaseUrl, baseUrl);

/** A line that names a part of a program for the guides: `// [register]`. */
const marker = /^[ \t]*(?:#|\/\/) \[\w+\]\n(?:[ \t]*\n)?/gm;

/** A program without the lines that only the guides need. */
export const withoutMarkers = (program: string): string => program.replaceAll(marker, '');
