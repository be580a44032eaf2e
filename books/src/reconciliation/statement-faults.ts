import { LoadError, LoadErrors } from '@open-banking/database';
import { textAt, type XmlElement } from '../load/camt/xml-tree.js';

/** So many are found that the message can say that there are more than it lists. */
const mostFaults = 21;

/** How messages name an entry: real files are a single line, so its line says nothing. */
export function entryName(statement: number, entry: number, element: XmlElement): string {
  const references = ['AcctSvcrRef', 'NtryRef'].flatMap((name) => {
    const text = textAt(element, name);
    return text === undefined ? [] : [`${name} ${text.replace(/[\p{C}\s]+/gu, ' ').slice(0, 70)}`];
  });
  return `statement ${statement}, entry ${entry} (${references.join(', ') || 'no reference'})`;
}

/** Everything that is wrong with a statement file. */
export class StatementFaults {
  readonly #faults: LoadError[] = [];
  /** The entry that is being read. */
  entry: string | undefined;

  constructor(readonly file: string) {}

  get any(): boolean {
    return this.#faults.length > 0;
  }

  add(element: XmlElement, field: string, reason: string): undefined {
    this.#faults.push(new LoadError(this.file, element.line, field, this.entry === undefined ? reason : `${reason}; in ${this.entry}`));
    if (this.#faults.length >= mostFaults) this.throwAll();
    return undefined;
  }

  throwAll(): void {
    if (this.any) throw this.#faults.length === 1 ? this.#faults[0]! : new LoadErrors(this.#faults);
  }
}
