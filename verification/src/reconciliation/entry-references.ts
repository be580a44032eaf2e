import { formats } from '@open-banking/messages';
import { childAt, textAt, type XmlElement } from '../load/camt/xml-tree.js';
import { withoutHyphens, type SettlementItem } from './settlement-item.js';

/** References in which a clearing gives back an id of the bank. */
const naming = ['TxId', 'InstrId'] as const;
const references = ['UETR', 'ClrSysRef', 'EndToEndId', 'AcctSvcrRef'] as const;

/** By what an entry, or a transaction of one, is found. */
export function referencesOf(
  entry: XmlElement | undefined,
  transaction: XmlElement | undefined,
): Pick<SettlementItem, 'ids' | 'isNamed' | 'endToEndId'> {
  const refs = childAt(transaction, 'Refs');
  const idsIn = (texts: readonly (string | undefined)[]): string[] => texts.flatMap((text) => (text === undefined ? [] : asId(text)));
  const named = idsIn(naming.map((name) => textAt(refs, name)));
  const other = idsIn([...references.map((name) => textAt(refs, name)), textAt(entry, 'AcctSvcrRef'), textAt(entry, 'NtryRef')]);
  const endToEndId = textAt(refs, 'EndToEndId');
  return {
    ids: [...new Set([...named, ...other])],
    isNamed: named.length > 0,
    endToEndId: endToEndId === 'NOTPROVIDED' ? undefined : endToEndId,
  };
}

/** A reference that may be an id of the bank: a UUID, with or without hyphens. */
function asId(reference: string): string[] {
  const id = withoutHyphens(reference);
  return /^[0-9a-f]{32}$/.test(id) && formats.uuid.is(withHyphens(id)) ? [id] : [];
}

export const withHyphens = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
