import { developerPages } from '@open-banking/spec';

/** The page of a client. */
export const pathOfClient = (clientId: string): string =>
  developerPages.showClient.path.replace('{clientId}', encodeURIComponent(clientId));
