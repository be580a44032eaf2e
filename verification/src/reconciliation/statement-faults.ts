import { LoadError, LoadErrors } from '@open-banking/feed';
import type { XmlElement } from '../load/camt/xml-tree.js';

/** So many are found that the message can say that there are more than it lists. */
const maxFaults = 21;

/** Everything that is wrong with a statement file. */
export class StatementFaults {
  readonly #faults: LoadError[] = [];
  /** The name of the entry, or transaction of a batch, that is being read. */
  entry: string | undefined;

  constructor(readonly file: string) {}

  get any(): boolean {
    return this.#faults.length > 0;
  }

  add(element: XmlElement, field: string, reason: string): undefined {
    this.#faults.push(new LoadError(this.file, element.line, field, reason, this.entry));
    if (this.#faults.length >= maxFaults) this.throwAll();
    return undefined;
  }

  throwAll(): void {
    if (this.any) throw this.#faults.length === 1 ? this.#faults[0]! : new LoadErrors(this.#faults);
  }
}
