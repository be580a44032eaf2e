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
import { addInGroups } from './command-groups.js';

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
export function openbankCommand(argv: readonly string[], sandbox: Partial<SandboxAdditions> = {}): Command {
  const program = withBankOptions(new Command('openbank')).description(
    'Tries a bank, manages its clients, and runs the tasks of its operators.',
  );
  const { commands = [], rotations = [], sandboxOnly = [] } = sandbox;
  for (const command of rotations) rotate.addCommand(command);
  const forSandbox = isSandbox(argv) ? [clock, collect, ...sandboxOnly] : [];
  if (isSandbox(argv)) clearing.addCommand(clearingRule).addCommand(clearingStatement);
  return addInGroups(program, [...operatorCommands(sandbox), ...commands, ...forSandbox]);
}

const groupOf = (name: string, description: string, ...commands: readonly Command[]): Command => {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
};

const operatorCommands = ({ certificates, loadDemoBank }: Partial<SandboxAdditions>): Command[] => [
  groupOf(
    'client',
    'Manages third parties (clients)',
    clientAdd(certificates),
    clientList,
    clientRotate(certificates),
    clientSuspend,
    clientResume,
    clientRemove,
    clientLogo,
  ),
  customers,
  load,
  groupOf('ledger', 'Checks that the books add up', ledgerCheck),
  groupOf('audit', 'Checks and archives the audit log of all writes', auditVerify, auditArchive),
  groupOf('receipts', 'Checks the log of receipts, and what customers download of it', receiptsCheck, receiptsVerify),
  groupOf('report', 'Writes the reports that a bank publishes', reportAvailability),
  ...[clearing, erase, feed, follow, mandate, operators, adjustment, proposal, held, cap, blockedCreditor, receive, reconcile],
  ...[recover, doctor, maintenance, view, prepare(loadDemoBank), rotate],
];

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
