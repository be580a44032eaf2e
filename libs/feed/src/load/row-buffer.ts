const partBytes = 1 << 20;
/** Parts that nobody uses any more, for the next rows: new ones would have the garbage collected all the time. */
const spare: Buffer[] = [];
const maxSpare = 64;

/** Rows as COPY takes them, as bytes: as strings, the rows of a batch would be copied again and again by the garbage collector. */
export class RowBuffer {
  readonly #full: Buffer[] = [];
  /** Those of `#full`, with what they have left. */
  readonly #whole: Buffer[] = [];
  #part: Buffer = Buffer.allocUnsafe(0);
  #used = 0;
  /** How many bytes it holds. */
  length = 0;

  add(row: string): void {
    // UTF-8 takes at most three bytes for a unit of UTF-16.
    const max = 3 * row.length + 1;
    if (this.#part.length - this.#used < max) this.#begin(Math.max(partBytes, max));
    const bytes = this.#part.write(row, this.#used);
    this.#part[this.#used + bytes] = 10;
    this.#used += bytes + 1;
    this.length += bytes + 1;
  }

  /**
   * The same of a row whose columns are bytes of a line, each from one place to another, or nothing where the place is below 0. `first` goes
   * before them. Byte by byte: a call that copies costs more than the bytes that most columns have.
   */
  addPlaces(line: Uint8Array, places: Int32Array, first: string): void {
    let max = first.length;
    for (let at = 0; at < places.length; at += 2) max += 3 + places[at + 1]! - places[at]!;
    if (this.#part.length - this.#used < max) this.#begin(Math.max(partBytes, max));
    const part = this.#part;
    const start = this.#used;
    let used = first === '' ? start : start + part.write(first, start, 'latin1');
    for (let at = 0; at < places.length; at += 2) {
      const from = places[at]!;
      const end = places[at + 1]!;
      if (from < 0) {
        part[used++] = 92;
        part[used++] = 78;
      }
      for (let place = from; place < end; place += 1) part[used++] = line[place]!;
      part[used++] = 9;
    }
    part[used - 1] = 10;
    this.#used = used;
    this.length += used - start;
  }

  get parts(): readonly Buffer[] {
    return this.#used === 0 ? this.#full : [...this.#full, this.#part.subarray(0, this.#used)];
  }

  /** The rows as text: to find one again. */
  text(): string[] {
    return Buffer.concat(this.parts).toString().split('\n').slice(0, -1);
  }

  /** Gives the memory of the rows to the next ones: nobody looks at these any more. */
  release(): void {
    for (const part of [...this.#whole, this.#part]) if (part.length === partBytes && spare.length < maxSpare) spare.push(part);
    this.#whole.length = this.#full.length = this.#used = 0;
    this.#part = Buffer.allocUnsafe(0);
  }

  #begin(bytes: number): void {
    if (this.#used > 0) {
      this.#full.push(this.#part.subarray(0, this.#used));
      this.#whole.push(this.#part);
    }
    this.#part = (bytes === partBytes && spare.pop()) || Buffer.allocUnsafe(bytes);
    this.#used = 0;
  }
}
