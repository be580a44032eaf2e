/** An answer that has arrived whole. */
export interface ReadAnswer {
  readonly status: number;
  /** The server closes the connection after it. */
  readonly closes: boolean;
}

const endOfHead = '\r\n\r\n';
const endOfChunks = '\r\n0\r\n\r\n';
const lengthPattern = /\r\ncontent-length: *(\d+)/i;
const chunkedPattern = /\r\ntransfer-encoding: *chunked/i;
const closesPattern = /\r\nconnection: *close/i;

/**
 * Reads the answers of one connection of a flood, one after another: the status, and where the answer ends (RFC 9112 §6). It reads what
 * this bank sends and judges nothing, because a parser that does costs more of the machine than the bank's refusal (docs/overload.md).
 */
export class AnswerReader {
  private received = '';

  /** The answer that ends with these bytes, as latin1; nothing until there is one. */
  read(bytes: string): ReadAnswer | undefined {
    this.received += bytes;
    const head = this.received.indexOf(endOfHead);
    if (head < 0) return undefined;
    const headers = this.received.slice(0, head);
    const isWhole = chunkedPattern.test(headers)
      ? // With the end of the head, as there may be no chunk.
        this.received.indexOf(endOfChunks, head + endOfHead.length - 2) >= 0
      : this.received.length >= head + endOfHead.length + Number(lengthPattern.exec(headers)?.[1] ?? 0);
    if (!isWhole) return undefined;
    this.received = '';
    return { status: Number(headers.slice(9, 12)), closes: closesPattern.test(headers) };
  }
}
