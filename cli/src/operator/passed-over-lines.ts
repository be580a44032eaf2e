/** Lines of a load file whose amount is zero: they book nothing, and each is named. */
export class PassedOverLines {
  readonly numbers: number[] = [];

  add(line: number): void {
    this.numbers.push(line);
  }

  /** Names them on standard error. */
  report(): void {
    const { length } = this.numbers;
    if (length === 0) return;
    const text =
      length === 1 ? '1 line of zero books nothing and is passed over' : `${length} lines of zero book nothing and are passed over`;
    process.stderr.write(`openbank: ${text}: line ${this.numbers.join(', ')}\n`);
  }
}
