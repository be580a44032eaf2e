import { LoadError } from '@open-banking/feed';
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
 * Reads a document as it comes. Refused: what is not well-formed, a document type (and with it every entity but the five of XML), and more
 * than 32 levels. `onElement` is called with each element that ends and those around it, and returns whether the document keeps it.
 */
export class XmlReader {
  readonly #parser: SaxesParser<{ xmlns: true; position: true; fileName: string }>;
  readonly #open: XmlElement[] = [];
  #root: XmlElement | undefined;

  constructor(
    private readonly file: string,
    private readonly onElement: (element: XmlElement, around: readonly XmlElement[]) => boolean = () => true,
  ) {
    const parser = new SaxesParser({ xmlns: true, position: true, fileName: '' } as const);
    this.#parser = parser;
    parser.on('error', ({ message }) => this.#refuse(`is not well-formed XML: ${message.replace(/^[\d:]*\s*/, '')}`));
    parser.on('doctype', () => this.#refuse('has a document type (DOCTYPE), which is not taken: remove it'));
    parser.on('opentag', ({ local, uri, attributes }) => {
      if (this.#open.length >= deepest) this.#refuse(`is nested deeper than ${deepest} elements`);
      const values = Object.fromEntries(Object.values(attributes).map(({ local: name, value }) => [name, value]));
      const element: XmlElement = { name: local, namespace: uri, line: parser.line, attributes: values, children: [], text: '' };
      this.#open.at(-1)?.children.push(element);
      this.#root ??= element;
      this.#open.push(element);
    });
    const add = (piece: string): void => {
      const last = this.#open.at(-1);
      if (last) last.text += piece;
    };
    parser.on('text', add);
    parser.on('cdata', add);
    parser.on('closetag', () => {
      const element = this.#open.pop()!;
      if (!this.onElement(element, this.#open)) this.#open.at(-1)?.children.pop();
    });
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  /** The root, with what was kept. */
  close(): XmlElement {
    this.#parser.close();
    return this.#root!;
  }

  #refuse(reason: string): never {
    throw new LoadError(this.file, this.#parser.line, undefined, reason);
  }
}

/** The elements of a whole document. */
export function xmlTree(file: string, text: string): XmlElement {
  const reader = new XmlReader(file);
  reader.write(text);
  return reader.close();
}

/** The first element at a path of names below another one. */
export function childAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((found, name) => found?.children.find((child) => child.name === name), element);
}

export const childElements = (element: XmlElement, name: string): XmlElement[] => element.children.filter((child) => child.name === name);

export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  childAt(element, ...path)?.text.trim() || undefined;
