import { Decimal } from '@open-banking/messages';
import type { XmlElement } from './xml-tree.js';

/**
 * The number of an amount element without leading zeros, and without zeros after the last decimal place. Undefined where the text is no
 * xs:decimal without a minus sign (`12`, `+1.5`, `.5`, `8.85000`), or has more than `maxWhole` digits before the point or 5 after it.
 */
export function unsignedAmount(element: XmlElement | undefined, maxWhole = 14): string | undefined {
  const text = element?.text.trim() ?? '';
  if (!/^\+?(\d+(\.\d*)?|\.\d+)$/.test(text)) return undefined;
  const [, whole = '', fraction = ''] = /^\+?0*(\d*)\.?(\d*?)0*$/.exec(text.includes('.') ? text : `${text}.`)!;
  return whole.length > maxWhole || fraction.length > 5 ? undefined : new Decimal(text.replace('+', '')).toFixed();
}
