import type { Html } from '@open-banking/pages';
import type { Operation } from '@open-banking/spec';
import type { Visit } from '../visit/portal-router.js';

/** The samples on the page of an operation. Injectable; implemented where the console is, which itself imports the reference. */
export abstract class OperationSamples {
  abstract section(visit: Visit, row: Operation): Promise<Html>;
}
