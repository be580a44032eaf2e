import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { copiedWithRoom } from '@open-banking/messages/bytes-with-room';
import pg from 'pg';

/** The members of a connection of pg that its types leave out. */
interface Connection extends EventEmitter {
  bind(config: { readonly binary?: boolean }, more?: boolean): void;
  attachListeners(stream: EventEmitter): void;
}

// A message of PostgreSQL: a letter, four bytes of length (which count themselves, not the letter), and what it says.
const headerBytes = 5;
const nothing = Buffer.alloc(0);
const dataRow = 'D'.charCodeAt(0);
const readyForQuery = 'Z'.charCodeAt(0);
/** The bytes that follow a list in the same read: the number of rows, and that the server is ready. */
const spareBytes = 256;
/** A read takes at most this: a page of 100 transactions in one. */
const readBytes = 128 * 1024;

/** The end of the message that begins at `at`; infinite if its length is still to come. */
const endOf = (bytes: Buffer, at: number): number =>
  bytes.length < at + headerBytes ? Number.POSITIVE_INFINITY : at + 1 + bytes.readUInt32BE(at + 1);

/** Copies of the values of the row that begins at `from`. One that is null has the length -1. */
function rowValues(bytes: Buffer, from: number): (Buffer | null)[] {
  let at = from + headerBytes + 2;
  return Array.from({ length: bytes.readInt16BE(from + headerBytes) }, () => {
    const begins = at + 4;
    const length = bytes.readInt32BE(at);
    at = begins + Math.max(0, length);
    return length < 0 ? null : copiedWithRoom(bytes, begins, at);
  });
}

/**
 * Splits what a server sends: rows in binary format go to `onRow`, all else to `onMessages`, in whole messages and in order. Everything is
 * handed on as a copy, as the next bytes may be read to the same place.
 */
class BinaryRows {
  /** Whether the rows of the answer that is to come are in binary format. */
  expected = false;
  /** The beginning of a message whose end is still to come. */
  #held = nothing;
  #heldBytes = 0;

  constructor(
    private readonly onRow: (values: readonly (Buffer | null)[]) => void,
    private readonly onMessages: (messages: Buffer) => void,
  ) {}

  take(chunk: Buffer): void {
    if (this.#heldBytes === 0) return this.#hold(chunk.subarray(this.#handOn(chunk)));
    this.#append(chunk);
    const bytes = this.#held.subarray(0, this.#heldBytes);
    if (endOf(bytes, 0) > bytes.length) return;
    this.#heldBytes = 0;
    this.#held = nothing;
    this.#hold(bytes.subarray(this.#handOn(bytes)));
  }

  #hold(rest: Buffer): void {
    if (rest.length > 0) this.#append(rest);
  }

  /** Into a place where the whole message has room, as soon as its length is known: each byte is copied once. */
  #append(chunk: Buffer): void {
    const bytes = this.#heldBytes + chunk.length;
    if (bytes > this.#held.length) {
      const end = endOf(this.#heldBytes === 0 ? chunk : this.#held.subarray(0, this.#heldBytes), 0);
      const held = Buffer.allocUnsafe(Math.max(bytes, Number.isFinite(end) ? end + spareBytes : 0));
      this.#held.copy(held, 0, 0, this.#heldBytes);
      this.#held = held;
    }
    chunk.copy(this.#held, this.#heldBytes);
    this.#heldBytes = bytes;
  }

  /** Hands on what is complete, and returns where the rest begins. */
  #handOn(bytes: Buffer): number {
    let at = 0;
    let handedOn = 0;
    const passUpTo = (end: number): void => {
      if (end > handedOn) this.onMessages(Buffer.from(bytes.subarray(handedOn, end)));
      handedOn = end;
    };
    for (let end = endOf(bytes, at); end <= bytes.length; end = endOf(bytes, at)) {
      if (this.expected && bytes[at] === dataRow) {
        passUpTo(at);
        this.onRow(rowValues(bytes, at));
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
 * A socket that reads into one buffer, and emits what is there: it has to be copied before the next read. Of its own accord Node makes a
 * buffer of 64 kB for every read, and another one to shorten it, outside of V8's heap: with pages of 50 kB, V8 marked all of its heap six
 * times a second for them.
 */
function socketOfOneBuffer(): Socket {
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback: (length, buffer) => {
        socket.emit('data', (buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  return socket;
}

/** An option of pg: the socket of a connection. TLS reads and decrypts in its own way. */
export const stream = ({ ssl }: { readonly ssl?: unknown } = {}): Socket => (ssl ? new Socket() : socketOfOneBuffer());

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
