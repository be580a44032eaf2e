import { join } from 'node:path';

/** Who can sign in at a demo bank, and their products, as JSON. */
export const customersFile = (folder: string): string => join(folder, 'customers.json');
