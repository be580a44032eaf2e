import { Command } from 'commander';
import type { LoadedService } from '@open-banking/spec';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

export const ledgerCheck = withBankOptions(new Command('check'))
  .description('Verifies the books within each database and between databases')
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    const { databases } = new BankConnection(command).running;
    const ledger = await import('@open-banking/verification/ledger');
    const report = await ledger.ledgerCheck(databases as Readonly<Record<LoadedService, string>>);
    if (!report.ok) process.exitCode = 1;
    if (json) return printJson(report);
    for (const { ok, service, name, checked, broken, firstBroken } of report.checks) {
      print(
        `${ok ? 'ok   ' : 'WRONG'} ${service.padEnd(14)} ${name}: ${checked} checked${ok ? '' : `, ${broken} wrong, first: ${firstBroken ?? 'unknown'}`}`,
      );
    }
    for (const { service, type, resource, iban, amounts, example, correction } of report.warnings) {
      const of = iban === undefined ? resource : `${resource} (${iban})`;
      print(
        `warn  ${service.padEnd(14)} ${type} of ${of}: ${amounts} with more decimals than the currency has, such as ${example}. Correction: ${correction}`,
      );
    }
    print(report.ok ? 'The books add up.' : 'The books do not add up.');
  });
