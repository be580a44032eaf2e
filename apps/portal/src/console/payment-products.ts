import { localeOf } from '@open-banking/pages';
import type { Choice } from './operation-needs.js';

const names: Readonly<Record<string, string | undefined>> = localeOf('en').payment.products;

/** Payment products with the names that customers read on the approval page. A bank's own product may have none. */
export const productChoices = (products: readonly string[]): Choice[] =>
  products.map((value) => ({ value, label: names[value] === undefined ? value : `${names[value]} (${value})` }));
