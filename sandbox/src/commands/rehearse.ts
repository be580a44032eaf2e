import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { print, printJson } from '@open-banking/cli/bank-connection';

const recovery = new Command('recovery')
  .description(
    'Restores a base backup and archived WAL to a point in time and recovers, on a bank of its own with an embedded PostgreSQL; ' +
      'exit status 1 if anything is wrong afterwards',
  )
  .option('--json')
  .action(async ({ json }: { json?: true }) => {
    const { rehearseRecovery } = await import('./rehearsal/recovery-rehearsal.js');
    const folder = mkdtempSync(join(tmpdir(), 'open-banking-rehearsal-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    const report = await rehearseRecovery(folder, json ? () => undefined : print);
    if (report.ok) rmSync(folder, { recursive: true });
    else process.exitCode = 1;
    if (json) return printJson(report);
    for (const { ok, what, seen } of report.findings) print(`${ok ? 'ok   ' : 'WRONG'} ${what}: ${seen}`);
    print(`Backup ${report.backupSeconds} s, restored and answering after ${report.restoreSeconds} s.`);
    print(report.ok ? 'The recovery works.' : `The recovery does not work. The files are in ${folder}.`);
  });

export const rehearse = new Command('rehearse').description('Tries a procedure that a bank needs in an emergency').addCommand(recovery);
