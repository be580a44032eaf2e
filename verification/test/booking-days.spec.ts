import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BankClock } from '@open-banking/database';
import { descriptionOf, type LoadField } from '@open-banking/feed';
import { loadedServices } from '@open-banking/spec';
import { temporaryFolder } from '@open-banking/testing';
import { load } from '../src/load/index.js';
import { serviceTables } from '../src/service-tables.js';
import { aSmallBank, text } from './a-small-bank.js';
import { iban } from './a-small-customer.js';
import { emptyDatabases } from './loaded-bank.js';

const fields = loadedServices.flatMap((service) =>
  Object.entries(serviceTables[service].loadFormat).flatMap(([type, line]) =>
    descriptionOf(line).fields.map((field): [name: string, field: LoadField] => [`${service} ${type}.${field.name}`, field]),
  ),
);
/** Days of entries under another name: the interface answers them as `bookingDate`. */
const otherNames = ['loan-services arrearsTransaction.transactionDate'];

const oneEntry = (day: string, id: string): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id>
<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt>${day}</BookgDt>
<ValDt><Dt>2026-12-31</Dt></ValDt><AcctSvcrRef>${id}</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`;

describe('booking days', () => {
  it('are marked in every type of line that has one', () => {
    const named = fields.filter(
      ([name, { kind }]) => kind === 'date' && (/booking|booked/i.test(name.split('.')[1]!) || otherNames.includes(name)),
    );
    expect(named.length).toBeGreaterThanOrEqual(9);
    expect(fields.filter(([, { isBookingDay }]) => isBookingDay).map(([name]) => name)).toEqual(named.map(([name]) => name));
    expect(named.every(([, { says }]) => says.includes("not after the bank's current day"))).toBe(true);
  });

  describe('of a file that is loaded', () => {
    const files = temporaryFolder();
    let databases: Awaited<ReturnType<typeof emptyDatabases>>;
    beforeAll(async () => {
      databases = await emptyDatabases();
    });
    afterAll(async () => {
      await databases.close();
      files.remove();
    });

    it("may reach the current day of the bank's clock, in its time zone, and not the day after it", async () => {
      const lines = aSmallBank()['ais-pis'];
      const path = join(files.path, 'bank.ndjson');
      writeFileSync(path, text(lines));
      // The last booking day of the small bank is 10 November.
      const at = (now: string, timeZone = 'Asia/Jerusalem') => new BankClock(timeZone, () => Date.parse(now) - Date.now());
      const number = lines.findIndex(({ bookingDate }) => bookingDate === '2026-11-10') + 1;
      const early = load('ais-pis', path, databases.urls['ais-pis'], { clock: at('2026-11-10T04:30:00Z', 'America/New_York') });
      await expect(early).rejects.toThrow(`bank.ndjson:${number}: bookingDate: must not be after 2026-11-09, the bank's current day`);
      expect(await load('ais-pis', path, databases.urls['ais-pis'], { clock: at('2026-11-09T22:30:00Z') })).toBe(lines.length);

      const statement = (day: string, id: string): string => {
        const file = join(files.path, 'statement.xml');
        writeFileSync(file, oneEntry(day, id));
        return file;
      };
      const clock = at('2026-11-27T21:00:00Z');
      for (const day of ['<Dt>2026-11-28</Dt>', '<DtTm>2026-11-27T22:30:00Z</DtTm>'])
        await expect(load('ais-pis', statement(day, 'B1'), databases.urls['ais-pis'], { clock })).rejects.toThrow(
          "statement.xml:3: entry 1 (AcctSvcrRef B1): Ntry/BookgDt: must not be after 2026-11-27, the bank's current day",
        );
      expect(await load('ais-pis', statement('<DtTm>2026-11-27T21:59:59Z</DtTm>', 'B1'), databases.urls['ais-pis'], { clock })).toBe(2);
    });
  });
});
