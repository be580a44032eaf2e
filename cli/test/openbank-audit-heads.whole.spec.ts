import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditReport } from '@open-banking/verification/audit';
import { freshBank, temporaryFolder, until } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

const wrong = 'f'.repeat(64);

describe('openbank audit verify --head', () => {
  const bank = freshBank(['ais-pis', 'mandates']);
  const { openbank, json, added, operator } = openbankOf(bank);
  const folder = temporaryFolder();
  const verify = (...args: string[]) => openbank('audit', 'verify', ...args);
  let [own, ofMandates] = ['', ''];
  beforeAll(async () => {
    for (let clients = 0; clients < 3; clients += 1) await added();
    await until('three rows are sealed', async () => {
      const seals = 'select count(*)::int as seals, (select count(*)::int from audit) as rows from audit_seal';
      const [sealed] = (await bank.database('ais-pis').query<{ seals: number; rows: number }>(seals)).rows;
      return sealed!.seals >= 3 && sealed!.seals === sealed!.rows;
    });
    const { services } = await json<AuditReport>('audit', 'verify');
    [own, ofMandates] = ['ais-pis', 'mandates'].map((name) => {
      const { head } = services.find(({ service }) => service === name)!;
      return `${name}:${head.sealNumber}:${head.hash}`;
    }) as [string, string];
    expect(services.filter(({ unsealed }) => unsealed.rows > 0)).toEqual([]);
  }, 300_000);
  afterAll(() => folder.remove());

  it('says that a head is not that of its seal, which may be mistyped, and how many rows before it are valid', async () => {
    expect(await verify('--head', own, '--head', ofMandates)).toMatchObject({ code: 0, err: '' });
    for (const seal of [1, 2, 3])
      expect(await verify('--service', 'ais-pis', '--head', `ais-pis:${seal}:${wrong}`)).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          new RegExp(
            `^WRONG ais-pis +head does not match: row \\d+, seal ${seal}; the ${seal - 1} rows before it are valid.*; seal ${seal} has another hash than --head ais-pis:${seal}: the head is mistyped, or the chain was rewritten, perhaps from an earlier row on\n$`,
          ),
        ),
      });
    expect(await verify('--service', 'ais-pis', '--head', `ais-pis:99999:${wrong}`)).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^WRONG ais-pis +seals cut off: seal (\d+); .*; the chain ends before --head ais-pis:99999: the head is mistyped, or seals were cut off\n$/,
      ),
    });
  }, 300_000);

  it('refuses a head that is not compared, and a service that is not verified', async () => {
    const refused = (text: string) => ({ code: 1, out: '', err: expect.stringContaining(text) });
    expect(await verify('--service', 'ais-pis', '--head', `mandates:1:${wrong}`)).toEqual(
      refused('--head mandates:1 is of mandates, which --service ais-pis excludes'),
    );
    expect(await verify('--service', 'mandates', '--head', ofMandates)).toMatchObject({ code: 0 });
    const { cards: _, ...databases } = operator().databases!;
    writeFileSync(bank.facts.operatorFile, JSON.stringify({ ...operator(), databases }));
    expect(await verify('--head', `cards:1:${wrong}`)).toEqual(refused('The operator file has no database of cards'));
    expect(await verify('--service', 'cards')).toEqual(refused('The operator file has no database of cards'));
    expect(await verify('--service', 'mandates')).toMatchObject({ code: 0 });
    const file = join(folder.path, 'body.json');
    writeFileSync(file, gzipSync('{}'));
    for (const [option, other] of [
      [['--body', file, '--service', 'ais-pis', '--audit-id', '1'], '--head'],
      [['--file', file], '--service'],
      [['--file', file], '--body'],
      [['--file', file], '--audit-id'],
    ] as const) {
      const value = { '--head': `ais-pis:1:${wrong}`, '--service': 'ais-pis', '--body': file, '--audit-id': '1' }[other];
      expect(await verify(...option, other, value)).toEqual(refused('cannot be used with option'));
    }
  }, 300_000);
});
