import { cutText } from '@open-banking/messages';
import { textAt, type XmlElement } from './xml-tree.js';

/** How a message names an entry: by its number in the statement and its references, as real files are a single line. */
export interface EntryPlace {
  /** Among all statements of the file, from 1 on; undefined where the message need not name it. */
  readonly statement: number | undefined;
  /** Among all entries of the statement, whatever their status, from 1 on. */
  readonly number: number;
  readonly servicerReference: string | undefined;
  readonly statementReference: string | undefined;
}

/** The place of an `Ntry`. A reference of its transaction stands for one that it does not have. */
export const entryPlace = (entry: XmlElement, statement: number | undefined, number: number): EntryPlace => ({
  statement,
  number,
  servicerReference: textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryDtls', 'TxDtls', 'Refs', 'AcctSvcrRef'),
  statementReference: textAt(entry, 'NtryRef'),
});

/** Such as `statement 2, entry 3 (AcctSvcrRef X1, NtryRef 7)`. */
export function entryName({ statement, number, ...references }: EntryPlace): string {
  return `${statement === undefined ? '' : `statement ${statement}, `}entry ${number} (${referencesText(references)})`;
}

function referencesText({ servicerReference, statementReference }: Omit<EntryPlace, 'statement' | 'number'>): string {
  const named = [
    ...(servicerReference === undefined ? [] : [`AcctSvcrRef ${printable(servicerReference)}`]),
    ...(statementReference === undefined ? [] : [`NtryRef ${printable(statementReference)}`]),
  ];
  return named.join(', ') || 'no reference';
}

/** A reference as it may stand in a line of a terminal. */
export const printable = (text: string): string => cutText(text.replace(/[\p{C}\s]+/gu, ' '), 70);
