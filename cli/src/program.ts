import { Command } from 'commander';
import type { ClientCertificates } from '@open-banking/operator-client';
import { auditArchive } from './operator/audit-archive.js';
import { auditVerify } from './operator/audit-verify.js';
import { adjustment } from './operator/adjustment.js';
import { reportAvailability } from './operator/availability.js';
import { clientAdd } from './operator/client-add.js';
import { clientList } from './operator/client-list.js';
import { clientLogo } from './operator/client-logo.js';
import { clientRemove } from './operator/client-remove.js';
import { clientResume, clientSuspend } from './operator/client-suspend.js';
import { clientRotate } from './operator/client-rotate.js';
import { clearing, clearingRule } from './operator/clearing.js';
import { clearingStatement } from './operator/clearing-statement.js';
import { erase } from './operator/erase.js';
import { feed } from './operator/feed.js';
import { follow } from './operator/follow.js';
import { held } from './operator/held.js';
import { blockedCreditor, cap } from './operator/payment-rules.js';
import { clock } from './operator/clock.js';
import { collect } from './operator/collect.js';
import { customers } from './operator/customers.js';
import { doctor } from './operator/doctor/doctor.js';
import { ledgerCheck } from './operator/ledger-check.js';
import { load } from './operator/load.js';
import { maintenance } from './operator/maintenance.js';
import { mandate } from './operator/mandate.js';
import { operators } from './operator/operators.js';
import { prepare, type DemoBankLoader } from './operator/prepare.js';
import { proposal } from './operator/proposal.js';
import { receiptsCheck } from './operator/receipts-check.js';
import { receive } from './operator/receive.js';
import { reconcile } from './operator/reconcile.js';
import { recover } from './operator/recover.js';
import { rotate } from './operator/rotate.js';
import { view } from './operator/view.js';
import { receiptsVerify } from './operator/receipts-verify.js';
import { withBankOptions, isSandbox } from './bank-connection.js';

/** The additions of a sandbox to the operator's command. */
export interface SandboxAdditions {
  /** Its commands, whichever bank the command line addresses. */
  readonly commands: readonly Command[];
  /** Its commands that exist only for a bank that is a sandbox. */
  readonly sandboxOnly: readonly Command[];
  /** Subcommands of `rotate`. */
  readonly rotations: readonly Command[];
  /** Issues the certificates of clients that have none. */
  readonly certificates: ClientCertificates;
  readonly loadDemoBank: DemoBankLoader;
}

/** The command `openbank`, with what a sandbox adds where one is installed. */
function openbankCommand(argv: readonly string[], sandbox: Partial<SandboxAdditions> = {}): Command {
  const program = withOperatorCommands(
    withBankOptions(new Command('openbank')).description('Manages clients, customers and tokens of a bank, and runs the operator tasks.'),
    sandbox,
  );
  const { commands = [], rotations = [], sandboxOnly = [] } = sandbox;
  for (const command of commands) program.addCommand(command);
  for (const command of rotations) rotate.addCommand(command);
  if (isSandbox(argv)) {
    for (const command of [clock, collect, ...sandboxOnly]) program.addCommand(command);
    clearing.addCommand(clearingRule).addCommand(clearingStatement);
  }
  return program;
}

const withOperatorCommands = (program: Command, { certificates, loadDemoBank }: Partial<SandboxAdditions>): Command =>
  program
    .addCommand(
      new Command('client')
        .description('manages third parties (clients)')
        .addCommand(clientAdd(certificates))
        .addCommand(clientList)
        .addCommand(clientRotate(certificates))
        .addCommand(clientSuspend)
        .addCommand(clientResume)
        .addCommand(clientRemove)
        .addCommand(clientLogo),
    )
    .addCommand(customers)
    .addCommand(load)
    .addCommand(new Command('ledger').description('checks the books').addCommand(ledgerCheck))
    .addCommand(
      new Command('audit').description('checks and archives the audit log of all writes').addCommand(auditVerify).addCommand(auditArchive),
    )
    .addCommand(
      new Command('receipts')
        .description('checks the log of receipts, and what customers download of it')
        .addCommand(receiptsCheck)
        .addCommand(receiptsVerify),
    )
    .addCommand(clearing)
    .addCommand(erase)
    .addCommand(feed)
    .addCommand(follow)
    .addCommand(mandate)
    .addCommand(operators)
    .addCommand(adjustment)
    .addCommand(proposal)
    .addCommand(held)
    .addCommand(cap)
    .addCommand(blockedCreditor)
    .addCommand(receive)
    .addCommand(reconcile)
    .addCommand(recover)
    .addCommand(doctor)
    .addCommand(maintenance)
    .addCommand(new Command('report').description('writes the reports that a bank publishes').addCommand(reportAvailability))
    .addCommand(view)
    .addCommand(prepare(loadDemoBank))
    .addCommand(rotate);

/** Runs the command with the arguments of this process. An error is one line, and exit status 1. */
export async function runOpenbank(sandbox?: SandboxAdditions): Promise<void> {
  // A reader such as `head` closes the pipe after the first lines.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    await openbankCommand(process.argv, sandbox).parseAsync();
  } catch (error) {
    process.stderr.write(`openbank: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
