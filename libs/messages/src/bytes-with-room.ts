// A page of transactions is 50 kB of bytes that stand between a few others in the answer. It is copied once, out of the buffer that the
// socket reads into, to a place that has room for those others as well. The place is used again when the answer is sent: memory outside
// of V8's heap makes V8 mark all of it again and again.

const roomBytes = 2_048;
/** Less is copied again sooner than it is written around. */
const minBytes = 4_096;
/** What fits a place; longer bytes get memory of their own. */
const placeBytes = 128 * 1024;
/** 4 MB: as many answers at once. */
const maxFree = 32;

type Piece = string | Buffer;

const free: ArrayBuffer[] = [];
/** Bytes whose room is not used yet. Nobody else has a reference to their place. */
const withRoom = new WeakSet<Buffer>();
/** Bytes in a place that may be used again. */
const placed = new WeakSet<Buffer>();

/** A copy of the bytes from `begins` to `ends`; with room on both sides, if it is long. */
export function copiedWithRoom(bytes: Buffer, begins: number, ends: number): Buffer {
  const length = ends - begins;
  if (length < minBytes) return Buffer.from(bytes.subarray(begins, ends));
  const fits = length + 2 * roomBytes <= placeBytes;
  const place = fits ? (free.pop() ?? new ArrayBuffer(placeBytes)) : new ArrayBuffer(length + 2 * roomBytes);
  const copy = Buffer.from(place, roomBytes, length);
  bytes.copy(copy, 0, begins, ends);
  withRoom.add(copy);
  return copy;
}

/** The pieces as one. They are written around the one with room, which is not copied; without such a one, all are copied. */
export function joinedBytes(pieces: readonly Piece[]): Buffer {
  const at = pieces.findIndex((piece) => typeof piece !== 'string' && withRoom.has(piece));
  const [before, after] = [pieces.slice(0, Math.max(0, at)), pieces.slice(at + 1)];
  const [bytesBefore, bytesAfter] = [lengthOf(before), lengthOf(after)];
  if (at < 0 || bytesBefore > roomBytes || bytesAfter > roomBytes)
    return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  const long = pieces[at] as Buffer;
  withRoom.delete(long);
  const all = Buffer.from(long.buffer, long.byteOffset - bytesBefore, bytesBefore + long.length + bytesAfter);
  write(all, 0, before);
  write(all, bytesBefore + long.length, after);
  if (long.buffer.byteLength === placeBytes) placed.add(all);
  return all;
}

/** Takes back the place of what `joinedBytes` gave. Only for an answer that is sent, or never will be: its bytes become others. */
export function sent(all: Buffer): void {
  if (placed.delete(all) && free.length < maxFree) free.push(all.buffer as ArrayBuffer);
}

const bytesOf = (piece: Piece): number => (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length);
const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + bytesOf(piece), 0);

function write(all: Buffer, at: number, pieces: readonly Piece[]): void {
  let next = at;
  for (const piece of pieces) next += typeof piece === 'string' ? all.write(piece, next) : piece.copy(all, next);
}
