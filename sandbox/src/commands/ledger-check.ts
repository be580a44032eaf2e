import { Command } from 'commander';
import type { LoadedService } from '../demo-bank/load-files.js';
import { asked, Operator, print, printJson } from './operator.js';

export const ledgerCheck = asked(new Command('check'))
  .description('proves that the books add up, in each database and between them')
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    const { databases } = new Operator(command).running;
    const ledger = await import('../ledger/index.js');
    const report = await ledger.ledgerCheck(databases as Readonly<Record<LoadedService, string>>);
    if (!report.ok) process.exitCode = 1;
    if (json) return printJson(report);
    for (const { ok, service, name, checked, broken, firstBroken } of report.checks) {
      print(
        `${ok ? 'ok   ' : 'WRONG'} ${service.padEnd(14)} ${name}: ${checked} looked at${ok ? '' : `, ${broken} wrong, the first is ${firstBroken ?? 'not named'}`}`,
      );
    }
    print(report.ok ? 'The books add up.' : 'The books do not add up.');
  });
