import { services } from '@open-banking/spec';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { KnownHead, ServiceAudit } from '@open-banking/books/audit';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

const headForm = new RegExp(`^(${services.join('|')}):(\\d+):([0-9a-f]{64})$`);

/** Parses a head such as `ais-pis:1200:9f…`, in the form this command prints. */
function heads(text: string, before: readonly KnownHead[] = []): KnownHead[] {
  const [, service, sealNumber, hash] = headForm.exec(text) ?? [];
  if (!service) throw new InvalidArgumentError('it must be <service>:<seal number>:<hash>, as printed by this command.');
  return [...before, { service, sealNumber: sealNumber!, hash: hash! }];
}

export const auditVerify = withBankOptions(new Command('verify'))
  .description('verifies that no audit row was changed, deleted or inserted, and reports the first bad row')
  .addOption(new Option('--service <service>', 'verifies one service only').choices(services))
  .option('--head <service:number:hash>', 'a seal printed by an earlier run that must still be in the chain (repeatable)', heads)
  .option('--json')
  .action(async ({ service, head, json }: { service?: string; head?: KnownHead[]; json?: true }, command: Command) => {
    const databases = Object.entries(new BankConnection(command).running.databases);
    const audit = await import('@open-banking/books/audit');
    const report = await audit.verifyAudit(
      Object.fromEntries(databases.filter(([name]) => service === undefined || name === service)),
      head,
    );
    if (!report.ok) process.exitCode = 1;
    if (json) return printJson(report);
    for (const one of report.services) print(lineOf(one));
  });

function lineOf({ service, ok, sealed, unsealed, head, firstBad }: ServiceAudit): string {
  const tail =
    unsealed.rows > 0 ? `, ${unsealed.rows} not yet sealed, from row ${unsealed.firstAuditId} on (${unsealed.oldestSeconds} s)` : '';
  if (ok) return `ok    ${service.padEnd(14)} ${sealed} rows sealed${tail}; head ${service}:${head.sealNumber}:${head.hash}`;
  const { what, auditId, sealNumber } = firstBad!;
  return `WRONG ${service.padEnd(14)} ${what}: ${[auditId && `row ${auditId}`, sealNumber && `seal ${sealNumber}`].filter(Boolean).join(', ')}; the ${sealed} rows before it are valid${tail}`;
}
