import { printable } from './entry-place.js';
import type { XmlElement } from './xml-tree.js';

/** camt.053.001.02 and later. */
const namespaces = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-9])$/;

/** Of a file without such a message. */
export const mustBeStatementMessage = 'must be camt.053.001.02 or later, with a BkToCstmrStmt';

/** Whether an element is a statement message; the namespace is its own or that of the element around it. */
const isStatementMessage = (element: XmlElement, parent: XmlElement | undefined): boolean =>
  parent !== undefined && element.name === 'BkToCstmrStmt' && (namespaces.test(parent.namespace) || namespaces.test(element.namespace));

/** The statement messages below an element: that of a document, or those in an envelope beside an application header. */
export const messagesIn = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => (isStatementMessage(child, element) ? [child] : messagesIn(child)));

/** Whether the last of nested elements, the outermost first, is a statement message, and in no other one. */
export const endsWithMessage = (nested: readonly XmlElement[]): boolean =>
  nested.length > 0 && nested.findIndex((element, at) => isStatementMessage(element, nested[at - 1])) === nested.length - 1;

/** The documents of a file that contain no statement message. */
export function otherDocumentsIn(element: XmlElement): XmlElement[] {
  if (element.name !== 'Document') return element.children.flatMap(otherDocumentsIn);
  return messagesIn(element).length > 0 ? [] : [element];
}

/** How messages name such a document. */
export const documentName = ({ line, namespace }: XmlElement): string =>
  `the Document in line ${line}, ${namespace === '' ? 'without a namespace' : printable(namespace)}`;
