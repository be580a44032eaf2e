import { consolePages } from '@open-banking/spec';

/** The console's page of an operation. */
export const operationPath = (id: string): string =>
  consolePages.showConsoleOperation.path.replace('{operationId}', encodeURIComponent(id));
