import { join } from 'node:path';
import type { OwningService, ResourceKind } from '@open-banking/spec';
import { readJson, replaceFile } from './data-folder.js';

/** The names of the kinds of resource in `customers.json`: as consents do, but a savings account is a `saving`. */
export type ProductKind = Exclude<ResourceKind, 'savings'> | 'saving';

/** A product of a customer, as `customers.json` lists it. */
export interface CustomerResource {
  readonly service: OwningService;
  readonly kind: ProductKind;
  readonly resourceId: string;
  readonly currency: string;
  readonly reference: Readonly<Record<string, string>>;
  readonly branchNumber?: string;
  readonly accountNumber?: string;
  readonly approval: 'any' | 'both';
}

/** A demo customer, as `customers.json` lists one. */
export interface Customer {
  readonly psuId: string;
  readonly login: string;
  readonly password: string;
  readonly name: string;
  readonly language: 'en' | 'he';
  readonly accounts: CustomerResource[];
}

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
