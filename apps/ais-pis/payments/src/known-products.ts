import { Refusal } from '@open-banking/messages';
import type { PaymentProducts } from './scheme.js';

/**
 * Refuses products that this bank does not know, where a list is narrowed to some: nothing is found of a mistyped one, which would look
 * like a bank in order. A product that is no longer offered is known, because its payments are still in the books.
 */
export function refuseUnknownProducts(
  products: PaymentProducts,
  asked: Readonly<Record<string, string | undefined>>,
  besides: readonly string[] = [],
): void {
  const unknown = Object.entries(asked).filter(
    ([, product]) => product !== undefined && products.schemeOf(product) === undefined && !besides.includes(product),
  );
  if (unknown.length === 0) return;
  const text = `Must be one of ${[...products.known, ...besides].join(', ')}.`;
  throw new Refusal(unknown.map(([path]) => ({ code: 'FORMAT_ERROR', path, text })));
}
