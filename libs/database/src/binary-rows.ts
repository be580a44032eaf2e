import { EventEmitter } from 'node:events';
import pg from 'pg';

/** What a connection of pg has besides what its types say. */
interface Connection extends EventEmitter {
  bind(config: { readonly binary?: boolean }, more?: boolean): void;
  attachListeners(stream: EventEmitter): void;
}

// A message of PostgreSQL: a letter, four bytes of length (which count themselves, not the letter), and what it says.
const headerBytes = 5;
const dataRow = 'D'.charCodeAt(0);
const readyForQuery = 'Z'.charCodeAt(0);

/** Where the message that begins at `at` ends; without end where its length is still to come. */
const endOf = (bytes: Buffer, at: number): number =>
  bytes.length < at + headerBytes ? Number.POSITIVE_INFINITY : at + 1 + bytes.readUInt32BE(at + 1);

/** The values of the row that begins at `from`, as they are. One that is null has the length -1. */
function valuesOf(bytes: Buffer, from: number): (Buffer | null)[] {
  let at = from + headerBytes + 2;
  return Array.from({ length: bytes.readInt16BE(from + headerBytes) }, () => {
    const begins = at + 4;
    const length = bytes.readInt32BE(at);
    at = begins + Math.max(0, length);
    return length < 0 ? null : bytes.subarray(begins, at);
  });
}

/** Splits what a server sends: rows in binary format go to `onRow`, all else to `onMessages`, in whole messages and in order. */
class BinaryRows {
  /** Whether the rows of the answer that is to come are in binary format. */
  expected = false;
  /** A message whose end is still to come, and how many of its bytes are needed to go on. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #wantedBytes = 0;

  constructor(
    private readonly onRow: (values: readonly (Buffer | null)[]) => void,
    private readonly onMessages: (messages: Buffer) => void,
  ) {}

  take(chunk: Buffer): void {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < this.#wantedBytes) return;
    const bytes = this.#held.length === 1 ? chunk : Buffer.concat(this.#held, this.#heldBytes);
    const rest = bytes.subarray(this.#handOn(bytes));
    this.#held = rest.length === 0 ? [] : [rest];
    this.#heldBytes = rest.length;
    this.#wantedBytes = rest.length < headerBytes ? headerBytes : endOf(rest, 0);
  }

  /** Hands on what is complete, and returns where the rest begins. */
  #handOn(bytes: Buffer): number {
    let at = 0;
    let handedOn = 0;
    const passUpTo = (end: number): void => {
      if (end > handedOn) this.onMessages(bytes.subarray(handedOn, end));
      handedOn = end;
    };
    for (let end = endOf(bytes, at); end <= bytes.length; end = endOf(bytes, at)) {
      if (this.expected && bytes[at] === dataRow) {
        passUpTo(at);
        this.onRow(valuesOf(bytes, at));
        handedOn = end;
      } else if (bytes[at] === readyForQuery) {
        // pg sends its next query at once, and says of its rows what they are.
        this.expected = false;
        passUpTo(end);
      }
      at = end;
    }
    passUpTo(at);
    return at;
  }
}

/**
 * Lets a connection read rows in binary format. pg asks for them (`binary: true`), and then decodes every value as if it were UTF-8: a list
 * that PostgreSQL has written would be decoded, and encoded again for the client, in 70 µs (letters of other alphabets: 450 µs), not 15.
 */
export function readBinaryRows(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection: Connection };
  const bind = connection.bind.bind(connection);
  const attachListeners = connection.attachListeners.bind(connection);
  const messages = new EventEmitter();
  const rows = new BinaryRows(
    (fields) => connection.emit('dataRow', { name: 'dataRow', fields, fieldCount: fields.length }),
    (bytes) => messages.emit('data', bytes),
  );
  connection.bind = (config, more) => {
    rows.expected = config.binary === true;
    bind(config, more);
  };
  connection.attachListeners = (stream) => {
    attachListeners(messages);
    stream.on('data', (chunk: Buffer) => {
      rows.take(chunk);
    });
    stream.on('end', () => messages.emit('end'));
  };
}

/** In rows that are read so, text is UTF-8 as it came. */
export const textAsBytes: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format: 'text' | 'binary') =>
    id === pg.types.builtins.TEXT ? (value: Buffer) => value : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
};
