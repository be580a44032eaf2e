import { isAscii } from 'node:buffer';
import { LoadError } from '@open-banking/feed';

/** Encodings that banks declare. A browser, too, reads ISO-8859-1 as windows-1252, which has the euro sign where the other has control characters. */
const accepted: ReadonlySet<string> = new Set([
  'us-ascii',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-9',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'utf-16',
]);
const otherNames: Readonly<Record<string, string>> = { latin1: 'iso-8859-1', ascii: 'us-ascii', 'iso8859-1': 'iso-8859-1' };

/** Bytes that surely contain the XML declaration. */
const declarationBytes = 256;

/** Turns the bytes of a document into text, piece by piece. */
interface PieceDecoder {
  write(bytes: Buffer): string[];
  end(): string[];
}

/**
 * Decodes an XML document as its bytes come (XML 1.0, appendix F): UTF-16 by its byte order mark or first character, UTF-8 where all bytes
 * are valid UTF-8, otherwise as the XML declaration says. A document that declares another encoding than UTF-8 is held from its first
 * character beyond ASCII until the bytes show which one it is; any other is handed on at once. Throws a `LoadError` for bytes that are not
 * of the encoding, and for an encoding that is not supported.
 */
export class XmlDecoder implements PieceDecoder {
  #start: Buffer = Buffer.alloc(0);
  #decoder: PieceDecoder | undefined;

  constructor(private readonly file: string) {}

  write(bytes: Buffer): string[] {
    if (this.#decoder) return this.#decoder.write(bytes);
    this.#start = Buffer.concat([this.#start, bytes]);
    return this.#start.length < declarationBytes ? [] : this.#begin();
  }

  end(): string[] {
    const begun = this.#decoder ? [] : this.#begin();
    return [...begun, ...this.#decoder!.end()];
  }

  #begin(): string[] {
    this.#decoder = decoderOf(this.file, this.#start);
    return this.#decoder.write(this.#start);
  }
}

/** The text of a whole XML document, decoded as by `XmlDecoder`. */
export function xmlText(file: string, bytes: Buffer): string {
  const decoder = new XmlDecoder(file);
  return [...decoder.write(bytes), ...decoder.end()].join('');
}

function decoderOf(file: string, start: Buffer): PieceDecoder {
  const wide = utf16Of(start);
  if (wide) return new KnownDecoder(file, wide);
  const declared = declaredEncoding(start);
  if (declared === undefined || declared === 'utf-8' || declared === 'utf8')
    return new KnownDecoder(file, 'utf-8', 'must be in UTF-8, or declare its encoding: <?xml version="1.0" encoding="ISO-8859-1"?>');
  return new DeclaredDecoder(file, otherNames[declared] ?? declared);
}

class KnownDecoder implements PieceDecoder {
  readonly #decoder: TextDecoder;

  constructor(
    private readonly file: string,
    encoding: string,
    private readonly refusal = `has bytes that are not ${encoding}`,
  ) {
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  write(bytes: Buffer): string[] {
    return [this.#decoded(bytes)];
  }

  end(): string[] {
    return [this.#decoded()];
  }

  #decoded(bytes?: Buffer): string {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new LoadError(this.file, 1, undefined, this.refusal);
    }
  }
}

/** Many files declare ISO-8859-1 and are written in UTF-8. All encodings that are declared have the characters of ASCII in common. */
class DeclaredDecoder implements PieceDecoder {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  #held: Buffer[] = [];
  #known: KnownDecoder | undefined;

  constructor(
    private readonly file: string,
    private readonly encoding: string,
  ) {}

  write(bytes: Buffer): string[] {
    if (this.#known) return this.#known.write(bytes);
    if (this.#held.length === 0 && isAscii(bytes)) return [bytes.toString('latin1')];
    this.#held.push(bytes);
    return this.#isUtf8(bytes) ? [] : this.#release(this.#declared());
  }

  end(): string[] {
    const isUtf8 = !this.#known && this.#isUtf8();
    const released = this.#known ? [] : this.#release(isUtf8 ? new KnownDecoder(this.file, 'utf-8') : this.#declared());
    return [...released, ...this.#known!.end()];
  }

  #release(known: KnownDecoder): string[] {
    this.#known = known;
    const held = this.#held;
    this.#held = [];
    return held.flatMap((bytes) => known.write(bytes));
  }

  #declared(): KnownDecoder {
    if (accepted.has(this.encoding)) return new KnownDecoder(this.file, this.encoding);
    throw new LoadError(this.file, 1, undefined, `is declared to be in ${this.encoding}, which is not supported: convert it to UTF-8`);
  }

  #isUtf8(bytes?: Buffer): boolean {
    try {
      this.#utf8.decode(bytes, { stream: bytes !== undefined });
      return true;
    } catch {
      return false;
    }
  }
}

function utf16Of(bytes: Buffer): string | undefined {
  const start = bytes.toString('hex', 0, 2);
  if (start === 'fffe' || start === '3c00') return 'utf-16le';
  return start === 'feff' || start === '003c' ? 'utf-16be' : undefined;
}

function declaredEncoding(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 256);
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1]?.toLowerCase();
}
