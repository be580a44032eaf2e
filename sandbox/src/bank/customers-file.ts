import { join } from 'node:path';
import { readJson, replaceFile } from '../data-folder/data-folder.js';

/** The file of the customers of a demo bank, and their products, as JSON. */
export const customersFile = (folder: string): string => join(folder, 'customers.json');

/** Takes a customer out of the list. False: no customer with this id is in it, or there is no list. */
export function withdrawCustomer(file: string, psuId: string): boolean {
  const listed = readJson<readonly { readonly psuId: string }[]>(file) ?? [];
  const left = listed.filter((customer) => customer.psuId !== psuId);
  if (left.length === listed.length) return false;
  replaceFile(file, left);
  return true;
}
