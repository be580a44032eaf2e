import type { Service } from '@open-banking/spec';
import { Command } from 'commander';
import { withBankOptions, BankConnection, print, printJson } from '../../bank-connection.js';
import { checkDatabase, checkServer } from './database-checks.js';
import type { Finding } from './finding.js';
import { checkMachine } from './machine-checks.js';
import { checkBuilds, checkService } from './service-checks.js';
import { settingsOfCommand } from './setting-checks.js';
import { checkStore } from './store-checks.js';

type Running = BankConnection['running'];

const entries = <Value>(of: Readonly<Partial<Record<Service, Value>>>): [Service, Value][] => Object.entries(of) as [Service, Value][];

/** One database of each server. */
async function serversOf({ databases }: Running): Promise<string[]> {
  const { postgresHosts } = await import('@open-banking/config');
  return [...new Map(Object.values(databases).map((url) => [postgresHosts(url), url])).values()];
}

async function examine(bank: Running): Promise<Finding[]> {
  const sandbox = bank.sandbox ?? true;
  const [machine, settings, store, reports, servers, databases] = await Promise.all([
    checkMachine(bank),
    settingsOfCommand(
      entries(bank.internal).map(([service]) => service),
      process.env,
    ),
    checkStore(process.env),
    Promise.all(entries(bank.internal).map(([service, origin]) => checkService(service, origin))),
    serversOf(bank).then((urls) => Promise.all(urls.map((url) => checkServer(url, sandbox)))),
    Promise.all(entries(bank.databases).map(([service, url]) => checkDatabase(service, url, sandbox))),
  ]);
  return [
    ...machine,
    ...settings,
    ...store,
    checkBuilds(reports),
    ...reports.flatMap(({ findings }) => findings),
    ...servers.flat(),
    ...databases.flat(),
  ];
}

const marks = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

export const doctor = withBankOptions(new Command('doctor'))
  .description('Checks the bank: services, databases, migrations, clocks, certificates, disk, backups; exit status 1 if there is a fault')
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    const findings = await examine(new BankConnection(command).running);
    const faults = findings.filter(({ status }) => status === 'fault').length;
    const warnings = findings.filter(({ status }) => status === 'warning').length;
    if (faults > 0) process.exitCode = 1;
    if (json) return printJson({ ok: faults === 0, faults, warnings, findings });
    for (const { status, check, subject, text, advice } of findings) {
      print(`${marks[status]} ${check.padEnd(12)} ${subject}: ${text}`);
      if (advice !== undefined) print(`        ${advice}`);
    }
    print(`${findings.length} checks: ${faults} faults, ${warnings} warnings.`);
  });
