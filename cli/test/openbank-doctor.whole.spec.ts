import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { services } from '@open-banking/spec';
import { asAdmin } from '@open-banking/database';
import { inDays, ownBank, TestFeed } from '@open-banking/testing';
import { SandboxCa } from '@open-banking/testing/sandbox';
import { ValkeyServer, valkeyProgram } from '@open-banking/testing/valkey';
import { doctorOf, isWell } from './a-doctor.js';
import { databaseThatIsNotSelected } from './database-that-is-not-selected.js';
import { expiringCertificate } from './expiring-certificate.js';
import { proxyThatIsNotRead } from './proxy-that-is-not-read.js';

const slowMs = 300_000;

describe('openbank doctor', () => {
  const bank = ownBank(services, { PROBE_EVERY_MS: '500' }, ['cards']);
  const { openbank, examine, until, findingsWith } = doctorOf(bank);

  it(
    'finds a healthy bank in order, and names all that it has checked',
    async () => {
      const { code, findings } = await until(isWell);
      expect(code).toBe(0);
      const checked = new Set(findings.map(({ check }) => check));
      const general = [
        'versions',
        'disk',
        'gateway',
        'service',
        'clock',
        'certificate',
        'PostgreSQL',
        'durability',
        'backups',
        'replication',
      ];
      for (const check of [...general, 'migrations', 'readiness', 'audit', 'recovery']) expect(checked).toContain(check);
      for (const service of services)
        for (const check of ['service', 'clock', 'migrations', 'readiness'])
          expect(findings).toContainEqual(expect.objectContaining({ check, subject: service, status: 'ok' }));
      let text = await openbank('doctor');
      // A service that has no processor for seconds is named.
      while (text.code !== 0) text = await openbank('doctor');
      expect(text).toMatchObject({ code: 0, out: expect.stringMatching(/checks: 0 faults, 0 warnings\.\n$/) });
    },
    slowMs,
  );

  it(
    'names a service that hangs, with what to do, and exits with 1',
    async () => {
      await until(isWell);
      const pid = bank.facts.pids.cards!;
      process.kill(pid, 'SIGSTOP');
      try {
        const { code, bad } = await until((found) => found.length > 1 && found.every(({ subject }) => subject === 'cards'));
        expect(code).toBe(1);
        expect(bad).toEqual([
          expect.objectContaining({ check: 'service', subject: 'cards', status: 'fault', advice: expect.stringContaining('Start cards') }),
          expect.objectContaining({ check: 'readiness', subject: 'cards', status: 'fault', text: expect.stringContaining('last ready') }),
        ]);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      expect((await until(isWell)).code).toBe(0);
    },
    slowMs,
  );

  it(
    'calls a source of a feed that is stopped a fault, with its position and reason, until it goes on',
    async () => {
      await until(isWell);
      const core = new TestFeed(bank);
      const wrong = { type: 'productRestDay', paymentProduct: 'masaw', day: inDays(200), name: 'Change of system' };
      await core.send(core.step([wrong], 7));
      const { code, bad } = await examine();
      expect([code, bad.filter(({ check }) => check === 'feed')]).toEqual([
        1,
        [
          {
            check: 'feed',
            subject: 'ais-pis',
            status: 'fault',
            text: expect.stringMatching(`^${core.source} is stopped at position 7: paymentProduct: must be one of .*masav`),
            advice: expect.stringContaining(`openbank feed skip ais-pis ${core.source} 7`),
          },
        ],
      ]);
      expect((await openbank('feed', 'skip', 'ais-pis', core.source, '7')).code).toBe(0);
      expect((await examine()).findings).toContainEqual({ check: 'feed', subject: 'ais-pis', status: 'ok', text: 'no source is stopped' });
    },
    slowMs,
  );

  it(
    'warns when the holidays that were loaded for a currency end within 13 months; those of euro and shekel follow a rule',
    async () => {
      await until(isWell);
      const core = new TestFeed(bank);
      const row = (days: number) => ({ type: 'holiday', currency: 'USD', day: inDays(days) });
      const found = async () => (await examine()).findings.filter(({ check }) => check === 'calendar');
      const statuses = [(await found()).length];
      await core.take({ ...row(200), name: 'A closing day' });
      expect(await found()).toMatchObject([{ subject: 'ais-pis, USD', status: 'warning', text: 'the loaded holidays end in 200 days' }]);
      await core.take({ ...row(400), name: 'A closing day' });
      expect(await found()).toMatchObject([{ subject: 'ais-pis, USD', status: 'ok' }]);
      await core.take({ ...row(200), change: 'remove' }, { ...row(400), change: 'remove' });
      expect([...statuses, (await found()).length]).toEqual([0, 0]);
    },
    slowMs,
  );

  it(
    'warns of a certificate that expires soon, and calls an expired one a fault',
    async () => {
      const file = join(bank.facts.caFolder, 'ca.pem');
      const before = readFileSync(file, 'utf8');
      try {
        appendFileSync(file, `\n${await expiringCertificate('Soon', 10)}`);
        const soon = await until((found) => found.length > 0 && found.every(({ check }) => check === 'certificate'));
        expect(soon.code).toBe(0);
        expect(soon.bad.length).toBe(services.length);
        for (const one of soon.bad)
          expect(one).toMatchObject({
            check: 'certificate',
            subject: expect.stringContaining('TRUST_ANCHORS_FILE: CN=Soon'),
            status: 'warning',
            text: expect.stringMatching(/^expires in (9|10) days$/),
          });
        writeFileSync(file, `${before}\n${await expiringCertificate('Late', -3)}`);
        const late = await until((found) => found.some(({ status }) => status === 'fault'));
        expect(late.code).toBe(1);
        expect(late.bad).toContainEqual(
          expect.objectContaining({ check: 'certificate', subject: expect.stringContaining('CN=Late'), status: 'fault' }),
        );
      } finally {
        writeFileSync(file, before);
      }
    },
    slowMs,
  );

  it(
    'warns of a list of revoked certificates that is not replaced in time, and calls one that is out of date a fault',
    async () => {
      const file = join(bank.facts.caFolder, 'revoked.crl.pem');
      const before = readFileSync(file, 'utf8');
      const ca = await SandboxCa.open(bank.facts.caFolder);
      const replace = async (issued: number, expires: number) => {
        const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
        writeFileSync(file, (await ca.revocationList([], { issuedAt: inDays(issued), expiresAt: inDays(expires) })).toString('pem'));
      };
      const found = { check: 'revocation', subject: expect.stringContaining('REVOCATION_LIST_FILES: revoked.crl.pem') };
      try {
        await replace(-6, 1.02);
        const soon = await until((bad) => bad.length >= services.length && bad.every(({ check }) => check === found.check));
        expect(soon).toMatchObject({ code: 0, bad: services.map(() => ({ ...found, status: 'warning', text: 'valid for 24 hours' })) });
        await replace(-8, -1);
        const late = await until((bad) => bad.some(({ status }) => status === 'fault'));
        expect(late.code).toBe(1);
        expect(late.bad).toContainEqual(
          expect.objectContaining({ ...found, status: 'fault', text: expect.stringMatching(/^out of date since .* 503$/) }),
        );
      } finally {
        writeFileSync(file, before);
      }
      expect((await until(isWell)).code).toBe(0);
    },
    slowMs,
  );

  if (valkeyProgram)
    it(
      'reads the clock of the store of limits, and calls a store that is away a fault',
      async () => {
        const store = await ValkeyServer.start();
        try {
          const isRead = async () =>
            (await findingsWith(store.url)).findings.some(
              ({ check, subject, status }) => check === 'clock' && subject === 'Valkey' && status === 'ok',
            );
          // Within three seconds, which a busy machine may use up.
          while (!(await isRead())) await pause(200);
        } finally {
          await store.stop();
        }
        const away = await findingsWith(store.url);
        expect(away.code).toBe(1);
        expect(away.findings).toContainEqual(
          expect.objectContaining({ check: 'clock', subject: 'Valkey', status: 'fault', text: 'no connection within 3 s' }),
        );
        await databaseThatIsNotSelected(async (url) => (await findingsWith(url)).findings);
        expect((await findingsWith('http://valkey')).findings).toContainEqual(
          expect.objectContaining({ subject: 'Valkey', status: 'fault', text: expect.stringContaining('VALKEY_URL is not a URL such as') }),
        );
      },
      slowMs,
    );
  else process.stderr.write('Neither valkey-server nor redis-server is installed: the doctor is not tested with a store of limits.\n');

  it(
    'calls a synchronous standby that is away a fault, because writes wait for it',
    async () => {
      const change = (text: string) => asAdmin(bank.facts.adminUrl, (admin) => admin.query(text));
      // Over the setting of the server's command line, which is for tests.
      await change('alter role all set synchronous_commit = on');
      await change("alter system set synchronous_standby_names = 'standby'");
      try {
        await change('select pg_reload_conf()');
        const { code, bad } = await until((found) => found.some(({ check }) => check === 'replication'));
        expect(code).toBe(1);
        expect(bad).toContainEqual(
          expect.objectContaining({
            check: 'replication',
            status: 'fault',
            text: expect.stringContaining('the synchronous standby (standby) is not connected'),
            advice: expect.stringContaining('Start it, or remove SYNCHRONOUS_STANDBY_NAMES'),
          }),
        );
      } finally {
        await change('alter system reset synchronous_standby_names');
        await change('select pg_reload_conf()');
        await change('alter role all reset synchronous_commit');
      }
      expect((await until(isWell)).code).toBe(0);
    },
    slowMs,
  );

  it(
    'names a migration that is not applied, and a recovery that is open',
    async () => {
      const database = bank.database('ais-pis');
      const { rows } = await database.query<{ name: string; timestamp: string }>(
        "delete from migration where name like '0036-maintenance-windows%' returning name, timestamp",
      );
      const { code, bad } = await until((found) => found.some(({ check }) => check === 'migrations'));
      expect(code).toBe(1);
      // Its replicas stop being ready for the same reason, and may be named beside it.
      expect(bad.filter(({ check }) => check !== 'readiness')).toEqual([
        expect.objectContaining({
          check: 'migrations',
          subject: 'ais-pis',
          text: `not applied: ${rows[0]!.name}`,
          advice: expect.stringContaining('openbank prepare'),
        }),
      ]);
      await database.query('insert into migration (name, timestamp) values ($1, $2)', [rows[0]!.name, rows[0]!.timestamp]);
      expect((await until(isWell)).code).toBe(0);

      await database.query("insert into recovery (recovery_number, reason, detected_at) values (1, 'A test', now())");
      const recovering = await until((found) => found.some(({ check }) => check === 'recovery'));
      expect(recovering.code).toBe(1);
      expect(recovering.bad).toContainEqual(
        expect.objectContaining({ check: 'recovery', subject: 'ais-pis', advice: expect.stringContaining('openbank recover') }),
      );
      await database.query("update recovery set ended_by = 'operator', ended_at = now() where recovery_number = 1");
      expect((await until(isWell)).code).toBe(0);
    },
    slowMs,
  );

  // The last one: the service counts them until it stops.
  it('warns of a proxy that writes certificates in another form, and names the form', () => proxyThatIsNotRead(bank, examine), slowMs);
});
