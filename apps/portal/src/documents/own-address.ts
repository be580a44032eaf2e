import { sitePages } from '@open-banking/spec';

/** The address of a bank as the repository's documents and programs write it: the default of BASE_URL. */
const writtenBaseUrl = 'http://127.0.0.1:8080';

/** A document, program or example with the addresses of this bank and, for what the portal serves, of its portal. */
export const withOwnAddress = (text: string, baseUrl: string, portalAddress = baseUrl): string =>
  text
    .replaceAll(`${writtenBaseUrl}${sitePages.showGuides.path}/`, `${portalAddress}${sitePages.showGuides.path}/`)
    .replaceAll(writtenBaseUrl, baseUrl);

/** A line that names a part of a program for the guides: `// [register]`. */
const marker = /^[ \t]*(?:#|\/\/) \[\w+\]\n(?:[ \t]*\n)?/gm;

/** A program without the lines that only the guides need. */
export const withoutMarkers = (program: string): string => program.replaceAll(marker, '');
