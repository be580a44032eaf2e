import { printable } from './entry-place.js';
import type { XmlElement } from './xml-tree.js';

/** camt.053.001.02 and later. */
const namespaces = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-9])$/;

/** The fault of a file without such a message. */
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

/** The documents of a file that contain no statement message, and messages of other kinds beside one or without a document around them. */
export function otherDocumentsIn(element: XmlElement, parent?: XmlElement): XmlElement[] {
  if (isStatementMessage(element, parent)) return [];
  if (isMessage(element, parent)) return messagesIn(element).length > 0 ? unreadIn(element) : [element];
  return unreadIn(element);
}

const unreadIn = (element: XmlElement): XmlElement[] => element.children.flatMap((child) => otherDocumentsIn(child, element));

/** A document, what is in one, or an account message (ISO 20022 names them so) wherever it is. */
const isMessage = ({ name }: XmlElement, parent: XmlElement | undefined): boolean =>
  name === 'Document' || parent?.name === 'Document' || name.startsWith('BkToCstmr');

/**
 * Entries in statement messages that no statement has as its own, such as those in an element that ISO 20022 does not know there;
 * supplementary data are another matter.
 */
export function strayEntriesIn(root: XmlElement): { readonly line: number; readonly parent: string }[] {
  const within = (element: XmlElement, isStatement: boolean): { line: number; parent: string }[] =>
    element.children.flatMap((child) => {
      if (child.name === 'SplmtryData') return [];
      if (child.name !== 'Ntry') return within(child, false);
      return [...(isStatement ? [] : [{ line: child.line, parent: printable(element.name) }]), ...within(child, false)];
    });
  return messagesIn(root).flatMap((message) =>
    message.children.flatMap((child) => (child.name === 'SplmtryData' ? [] : within(child, child.name === 'Stmt'))),
  );
}

/** How messages name such a document. */
export const documentName = ({ name, line, namespace }: XmlElement): string =>
  `the ${printable(name)} in line ${line}, ${namespace === '' ? 'without a namespace' : printable(namespace)}`;
