import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bankDayEndedAt } from '@open-banking/messages';
import { notTimes, writtenTimes } from '@open-banking/messages/testing';
import { temporaryFolder } from '@open-banking/testing';
import { StatementFile } from '../src/load/camt/statement.js';
import { readSettlements } from '../src/reconciliation/settlement-file.js';
import type { SettlementItem, StatementFrame } from '../src/reconciliation/settlement-item.js';

type Place = 'BookgDt' | 'ValDt' | 'Bal' | 'FrDtTm' | 'ToDtTm';
interface Written {
  readonly place: Place;
  readonly text: string;
}
const inPlace = ({ place, text }: Written, at: Place, name: 'Dt' | 'DtTm'): string =>
  `<${name}>${place === at ? text : '2026-11-27'}</${name}>`;

/** A statement of one entry that has the text in one place and ordinary days in the others. */
function statement(written: Written, number: number): string {
  const elementName = (place: Place): 'Dt' | 'DtTm' => (place === written.place && written.text.includes('T') ? 'DtTm' : 'Dt');
  const day = (place: 'BookgDt' | 'ValDt'): string => `<${place}>${inPlace(written, place, elementName(place))}</${place}>`;
  const period = (place: 'FrDtTm' | 'ToDtTm'): string => (written.place === place ? `<${place}>${written.text}</${place}>` : '');
  return `<Stmt><Id>S${number}</Id><FrToDt>${period('FrDtTm')}${period('ToDtTm')}</FrToDt>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>${inPlace(written, 'Bal', elementName('Bal'))}</Dt></Bal>
<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${day('BookgDt')}${day('ValDt')}<AcctSvcrRef>R${number}</AcctSvcrRef></Ntry></Stmt>`;
}
const camtDocument = (statements: readonly string[]): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${statements.join('\n')}</BkToCstmrStmt></Document>`;

const timeZones = [...Map.groupBy(writtenTimes, ([timeZone]) => timeZone)];

describe('the days of statements', () => {
  const files = temporaryFolder();
  afterAll(() => {
    files.remove();
  });

  /** The days that reading a statement to be loaded finds. */
  function loadedDays(xml: string, timeZone: string): Readonly<Record<'BookgDt' | 'ValDt' | 'Bal', string | undefined>>[] {
    const { errors, statements } = new StatementFile('statement.xml', xml, timeZone);
    expect(errors).toEqual([]);
    return statements.map(({ entries: [entry], closing }) => ({
      BookgDt: entry!.bookingDate,
      ValDt: entry!.valueDate,
      Bal: closing!.date,
    }));
  }
  /** The days that reading a statement of a settlement account finds. */
  async function settledDays(xml: string, timeZone: string): Promise<Readonly<Record<Place, string>>[]> {
    const path = join(files.path, 'settlement.xml');
    writeFileSync(path, xml);
    const [items, frames] = [[] as SettlementItem[], [] as StatementFrame[]];
    await readSettlements(
      path,
      timeZone,
      (item) => items.push(item),
      (frame) => frames.push(frame),
    );
    return frames.map(({ from, until }, at) => ({
      BookgDt: items[at]!.bookingDate,
      ValDt: items[at]!.valueDate,
      Bal: until,
      FrDtTm: from,
      ToDtTm: until,
    }));
  }

  describe.each(timeZones)('of a bank in %s', (timeZone, times) => {
    const expected = times.map(([, text, day]) => [text, day]);
    const statements = (place: Place): string => camtDocument(times.map(([, text], number) => statement({ place, text }, number)));

    it.each(['BookgDt', 'ValDt', 'Bal'] as const)('are those of its time zone in %s of a statement that is loaded', (place) => {
      expect(loadedDays(statements(place), timeZone).map((days, at) => [times[at]![1], days[place]])).toEqual(expected);
    });

    it.each(['BookgDt', 'ValDt', 'Bal', 'FrDtTm'] as const)('are those of its time zone in %s of a settlement statement', async (place) => {
      expect((await settledDays(statements(place), timeZone)).map((days, at) => [times[at]![1], days[place]])).toEqual(expected);
    });

    it('are those of its time zone in ToDtTm of a settlement statement, where midnight may end the day of the closing balance', async () => {
      const found = await settledDays(statements('ToDtTm'), timeZone);
      const closed = '2026-11-27';
      for (const [at, [, text, day]] of times.entries()) {
        const ended = bankDayEndedAt(text, timeZone);
        expect([text, found[at]!.ToDtTm]).toEqual([text, ended === closed || text.includes('T24:') ? ended : day]);
      }
      if (timeZone !== 'Asia/Jerusalem') return;
      const until = async (text: string) =>
        (await settledDays(camtDocument([statement({ place: 'ToDtTm', text }, 1)]), timeZone))[0]!.ToDtTm;
      expect(await until('2026-11-28T00:00:00')).toBe('2026-11-27');
      expect(await until('2026-11-27T22:00:00Z')).toBe('2026-11-27');
      expect(await until('2026-11-28T24:00:00')).toBe('2026-11-28');
      expect(await until('2026-11-29T00:00:00')).toBe('2026-11-29');
    });
  });

  it.each(['BookgDt', 'ValDt', 'Bal'] as const)('refuse a faulty time in %s, with line and element', async (place) => {
    for (const text of notTimes) {
      const xml = camtDocument([statement({ place, text }, 1)]);
      const field = place === 'Bal' ? 'Dt' : place;
      const named = place === 'Bal' ? '' : String.raw`(statement 1, )?entry 1 \(AcctSvcrRef R1\): `;
      const { errors } = new StatementFile('statement.xml', xml, 'Asia/Jerusalem');
      const fault = new RegExp(`^statement\\.xml:\\d: ${named}${field}: must be a date as YYYY-MM-DD`);
      expect([text, errors.map(({ message }) => message)]).toEqual([text, [expect.stringMatching(fault)]]);
      await expect(settledDays(xml, 'Asia/Jerusalem')).rejects.toThrow(new RegExp(`:\\d: ${named}${field}: must be a date as YYYY-MM-DD`));
    }
  });

  it.each(['FrDtTm', 'ToDtTm'] as const)('refuse a faulty time in FrToDt/%s, with line and element', async (place) => {
    for (const text of notTimes.filter((one) => one !== ''))
      await expect(settledDays(camtDocument([statement({ place, text }, 1)]), 'Asia/Jerusalem')).rejects.toThrow(
        `settlement.xml:1: Stmt/FrToDt/${place}: must be a date as YYYY-MM-DD`,
      );
    expect(await settledDays(camtDocument([statement({ place, text: '2026-11-27' }, 1)]), 'Asia/Jerusalem')).toMatchObject([
      { [place]: '2026-11-27' },
    ]);
  });
});
