import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@open-banking/testing';
import { StatementFile } from '../src/load/camt/statement.js';
import { XmlDecoder, xmlText } from '../src/load/camt/xml-encoding.js';
import { readStatements } from '../src/reconciliation/index.js';
import type { SettlementItem } from '../src/reconciliation/settlement-item.js';
import { day, settlementXml, type WrittenStatement } from './a-settlement-statement.js';

const iban = 'DE75512108001245126199';
const mark = 'REFERENCE';
const statement = (id: string, reference = mark): WrittenStatement => ({
  id,
  entries: [{ amount: '-12.50', reference }, { amount: '3.00' }],
});
/** A message for both readers: its account has an IBAN. */
const message = (...statements: readonly WrittenStatement[]): string =>
  settlementXml(...statements).replaceAll('<Othr><Id>SETTLEMENT</Id></Othr>', `<IBAN>${iban}</IBAN>`);
const declared = (xml: string, encoding: string): string => xml.replace('encoding="UTF-8"', `encoding='${encoding}'`);
const document = (...statements: readonly WrittenStatement[]): string => message(...statements).replace(/^<\?xml.*?\?>/, '');
const inBytes = (xml: string, reference: readonly number[]): Buffer => {
  const [before, after] = xml.split(mark);
  return Buffer.concat([Buffer.from(before!), Buffer.from(reference), Buffer.from(after!)]);
};

/** A letter of each encoding that is accepted. */
const encodings: readonly (readonly [name: string, text: string, bytes: readonly number[]])[] = [
  ['US-ASCII', 'A', [0x41]],
  ['ISO-8859-1', 'ü', [0xfc]],
  ['latin1', 'ü', [0xfc]],
  ['iso-8859-2', 'ł', [0xb3]],
  ['iso-8859-5', 'Ж', [0xb6]],
  ['iso-8859-6', 'س', [0xd3]],
  ['iso-8859-7', 'Σ', [0xd3]],
  ['ISO-8859-8', 'ש', [0xf9]],
  ['iso-8859-9', 'ş', [0xfe]],
  ['ISO-8859-15', '€', [0xa4]],
  ['windows-1250', 'ł', [0xb3]],
  ['windows-1251', 'Ж', [0xc6]],
  ['Windows-1252', '€', [0x80]],
  ['windows-1253', 'Σ', [0xd3]],
  ['windows-1254', 'ş', [0xfe]],
  ['windows-1255', 'ש', [0xf9]],
  ['windows-1256', 'س', [0xd3]],
  ['UTF-8', 'ü€ש', [...Buffer.from('ü€ש')]],
  // Declared wrongly, and written in UTF-8.
  ['ISO-8859-1', 'ü€ש', [...Buffer.from('ü€ש')]],
  ['IBM500', 'ü€ש', [...Buffer.from('ü€ש')]],
  // Some of its letters are valid UTF-8, but not all.
  ['ISO-8859-1', 'Ã¼ü', [0xc3, 0xbc, 0xfc]],
];
const unicode: readonly (readonly [name: string, encoded: (xml: string) => Buffer])[] = [
  ['UTF-16, little endian, with a byte order mark', (xml) => Buffer.from(`\ufeff${declared(xml, 'UTF-16')}`, 'utf16le')],
  ['UTF-16, big endian, with a byte order mark', (xml) => Buffer.from(`\ufeff${declared(xml, 'UTF-16')}`, 'utf16le').swap16()],
  ['UTF-16, little endian, without a byte order mark', (xml) => Buffer.from(declared(xml, 'UTF-16'), 'utf16le')],
  ['UTF-16, big endian, without a byte order mark', (xml) => Buffer.from(declared(xml, 'UTF-16'), 'utf16le').swap16()],
  ['UTF-8 with a byte order mark', (xml) => Buffer.from(`\ufeff${xml}`)],
];

const header = '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>1</BizMsgIdr></AppHdr>';
const other = (): string =>
  document(statement('S9')).replaceAll('camt.053', 'camt.054').replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn');
const otherName = 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08';
/** With the statements that are read, and the messages that are left out. */
const envelopes: readonly (readonly [name: string, xml: string, statements: readonly string[], others: readonly string[]])[] = [
  ['no envelope', message(statement('S1')), ['S1'], []],
  ['a header beside the document', `<Body>${header}${document(statement('S1'))}</Body>`, ['S1'], []],
  ['an envelope of two levels', `<e:A xmlns:e="urn:bank"><e:B>${header}${document(statement('S1'))}</e:B></e:A>`, ['S1'], []],
  ['several documents', `<Body>${document(statement('S1'))}${document(statement('S2'), statement('S3'))}</Body>`, ['S1', 'S2', 'S3'], []],
  ['another message first', `<Body>${other()}${document(statement('S1'))}</Body>`, ['S1'], [otherName]],
  ['another message last', `<Body>${header}${document(statement('S1'))}${other()}</Body>`, ['S1'], [otherName]],
  [
    'a document within supplementary data',
    message(statement('S1')).replace('</BkToCstmrStmt>', `<SplmtryData>${document(statement('S2'))}</SplmtryData></BkToCstmrStmt>`),
    ['S1'],
    [],
  ],
  [
    'two messages in one document',
    message(statement('S1')).replace(
      '</BkToCstmrStmt>',
      `</BkToCstmrStmt><BkToCstmrStmt>${/<Stmt>.*<\/Stmt>/s.exec(message(statement('S2')))![0]}</BkToCstmrStmt>`,
    ),
    ['S1', 'S2'],
    [],
  ],
];
const unread: readonly (readonly [name: string, bytes: string | Buffer, reason: string])[] = [
  ['of another message alone', other(), 'must be camt.053.001.02 or later, with a BkToCstmrStmt'],
  ['of another message in an envelope', `<Body>${header}${other()}</Body>`, 'must be camt.053.001.02 or later, with a BkToCstmrStmt'],
  ['of another namespace', message(statement('S1')).replace('053.001.08', '053.001.01'), 'must be camt.053.001.02 or later'],
  ['without a statement', message(), 'BkToCstmrStmt: has no Stmt'],
  [
    'in an encoding that is not supported',
    inBytes(declared(message(statement('S1')), 'IBM500'), [0xfc]),
    'is declared to be in ibm500, which is not supported',
  ],
  ['in an undeclared encoding', inBytes(message(statement('S1')), [0xfc]), 'must be in UTF-8, or declare its encoding'],
  ['with half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00]), 'has bytes that are not utf-16le'],
  ['that is empty', '', 'is not well-formed XML'],
  ['with a document type', message(statement('S1')).replace('<Document', '<!DOCTYPE Document><Document'), 'has a document type (DOCTYPE)'],
  ['that is nested too deeply', '<a>'.repeat(1000), 'is nested deeper than 32 elements'],
];

interface ReadFile {
  readonly entries: readonly (readonly [reference: string, amount: string, bookingDate: string, valueDate: string])[];
  readonly others: readonly string[];
}

describe('both readers of statements: that of loading and that of reconciling', () => {
  const files = temporaryFolder();
  afterAll(() => {
    files.remove();
  });
  const path = (): string => join(files.path, 'statement.xml');

  const loaded = (bytes: Buffer): ReadFile => {
    const { errors, statements, otherMessages } = new StatementFile('statement.xml', xmlText('statement.xml', bytes), 'Asia/Jerusalem');
    if (errors.length > 0) throw errors[0]!;
    const entries = statements.flatMap((one) => one.entries);
    return {
      entries: entries.map(({ place, amount, bookingDate, valueDate }) => [
        place.servicerReference!,
        Number(amount).toFixed(2),
        bookingDate,
        valueDate,
      ]),
      others: otherMessages.map(({ what }) => what),
    };
  };
  async function reconciled(bytes: Buffer): Promise<ReadFile & { readonly statements: readonly string[] }> {
    writeFileSync(path(), bytes);
    const { index, frames, leftOut } = await readStatements([path()], 'Asia/Jerusalem');
    const items: SettlementItem[] = [...index.remaining(100)].flat();
    return {
      statements: frames.map(({ id }) => id),
      entries: items.map(({ reference, amount, bookingDate, valueDate }) => [reference, amount.toString(), bookingDate, valueDate]),
      others: leftOut.map(({ text, id }) => `${id} ${text}`),
    };
  }
  const refusal = async (bytes: Buffer, read: (from: Buffer) => unknown): Promise<string> => {
    try {
      await read(bytes);
      return 'read';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each(encodings)('read the same in %s, as the XML declaration says: %s', async (encoding, text, bytes) => {
    const file = inBytes(declared(message(statement('S1')), encoding), bytes);
    const entries = [
      [text, '-12.50', day, day],
      ['R2', '3.00', day, day],
    ];
    expect(loaded(file)).toMatchObject({ entries });
    expect(await reconciled(file)).toMatchObject({ entries });
    for (const size of [1, 7, 300]) {
      const decoder = new XmlDecoder('statement.xml');
      const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, at) => file.subarray(at * size, (at + 1) * size));
      const read = [...pieces.flatMap((piece) => decoder.write(piece)), ...decoder.end()].join('');
      expect([size, read]).toEqual([size, xmlText('statement.xml', file)]);
    }
  });

  it.each(unicode)('read the same in %s', async (_, encoded) => {
    const file = encoded(message(statement('S1', 'ü€ש😀')));
    expect(loaded(file).entries[0]![0]).toBe('ü€ש😀');
    expect((await reconciled(file)).entries).toEqual(loaded(file).entries);
  });

  it.each(envelopes)('read the same from %s', async (_, xml, statements, others) => {
    const [ofLoading, ofReconciling] = [loaded(Buffer.from(xml)), await reconciled(Buffer.from(xml))];
    expect(ofReconciling.statements).toEqual(statements);
    expect(ofLoading.entries).toHaveLength(2 * statements.length);
    expect(ofReconciling.entries).toEqual(ofLoading.entries);
    for (const read of [ofLoading, ofReconciling])
      expect(read.others).toEqual(others.map((name) => expect.stringContaining(name) as string));
  });

  it.each(unread)('refuse a file %s with the same message', async (_, content, reason) => {
    const file = Buffer.from(content);
    const messages = [await refusal(file, loaded), await refusal(file, reconciled)];
    expect(messages[0]).toContain(reason);
    expect(messages[1]).toBe(messages[0]);
    expect(await refusal(Buffer.from(message(statement('S1'))), reconciled)).toBe('read');
  });

  it.each([
    ['12', '-12.00'],
    ['+1.5', '-1.50'],
    ['.5', '-0.50'],
    ['8.', '-8.00'],
    ['8.85000', '-8.85'],
    ['007.10', '-7.10'],
  ])('read the amount %s as xs:decimal', async (written, amount) => {
    const file = Buffer.from(message(statement('S1')).replace('>12.50<', `>${written}<`));
    expect([loaded(file).entries[0]![1], (await reconciled(file)).entries[0]![1]]).toEqual([amount, amount]);
  });

  it('name an entry by its number and the same references, those of its transaction included', async () => {
    const faulty = message(statement('S1'), {
      id: 'S2',
      entries: [{ amount: '-1.00', reference: '', day: 'never', refs: { AcctSvcrRef: 'OF-TX' } }],
    });
    const place = 'statement 2, entry 1 (AcctSvcrRef OF-TX)';
    for (const read of [loaded, reconciled]) expect(await refusal(Buffer.from(faulty), read)).toContain(place);
  });
});
