import { LoadError } from '@open-banking/database';
import { SaxesParser } from 'saxes';

/** An element, with the line it begins on. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const deepest = 32;

/**
 * The elements of a document. Refused: what is not well-formed, a document type (and with it every entity but the five of XML), and more
 * than 32 levels.
 */
export function xmlTree(file: string, text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true, fileName: '' });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  const refuse = (reason: string): never => {
    throw new LoadError(file, parser.line, undefined, reason);
  };
  parser.on('error', ({ message }) => refuse(`is not well-formed XML: ${message.replace(/^[\d:]*\s*/, '')}`));
  parser.on('doctype', () => refuse('has a document type (DOCTYPE), which is not taken: remove it'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length >= deepest) refuse(`is nested deeper than ${deepest} elements`);
    const values = Object.fromEntries(Object.values(attributes).map(({ local: name, value }) => [name, value]));
    const element: XmlElement = { name: local, namespace: uri, line: parser.line, attributes: values, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const add = (piece: string): void => {
    const last = open.at(-1);
    if (last) last.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return root!;
}

/** The first element at a path of names below another one. */
export function at(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((found, name) => found?.children.find((child) => child.name === name), element);
}

export const all = (element: XmlElement, name: string): XmlElement[] => element.children.filter((child) => child.name === name);

export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  at(element, ...path)?.text.trim() || undefined;
