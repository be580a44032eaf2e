import { joinedBytes } from '@open-banking/messages/bytes-with-room';

type Piece = string | Buffer;

/**
 * A body that is JSON already, as a statement wrote it: text, or its UTF-8. A service returns it; the adapter of libs/service sends it as
 * it is.
 */
export class JsonText<Body = unknown> {
  /** Never set: carries the type of the parsed body. */
  readonly body?: Body;
  readonly pieces: readonly Piece[];

  constructor(...pieces: readonly Piece[]) {
    this.pieces = pieces;
  }

  /** All of it; as bytes where a piece is, which are then never decoded. */
  get text(): Piece {
    return this.pieces.some((piece) => typeof piece !== 'string') ? joinedBytes(this.pieces) : this.pieces.join('');
  }

  /** The value that JSON.stringify writes for it, so that it can be used wherever a body is stored or logged. */
  toJSON(): unknown {
    return JSON.parse(this.text.toString());
  }
}

/** The JSON of a value with texts in it, which are taken over without parsing. Members that are undefined are omitted. */
export function jsonText<Body>(value: unknown): JsonText<Body> {
  const pieces: Piece[] = [];
  write(value, (piece) => {
    const last = pieces.at(-1);
    if (typeof last === 'string' && typeof piece === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  });
  return new JsonText(...pieces);
}

function write(value: unknown, piece: (piece: Piece) => void): void {
  if (value instanceof JsonText) return value.pieces.forEach(piece);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return piece(JSON.stringify(value));
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    piece(`${before}${JSON.stringify(name)}:`);
    write(member, piece);
    before = ',';
  }
  piece(before === '{' ? '{}' : '}');
}
