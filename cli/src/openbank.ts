import { Command } from 'commander';
import { auditArchive } from './operator/audit-archive.js';
import { auditVerify } from './operator/audit-verify.js';
import { adjustment } from './operator/adjustment.js';
import { reportAvailability } from './operator/availability.js';
import { approve } from './third-party/approve.js';
import { caIssue } from './third-party/ca-issue.js';
import { caBlock, caRevoke } from './third-party/ca-revoke.js';
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
import { checkPort } from './operator/check-port.js';
import { held } from './operator/held.js';
import { blockedCreditor, cap } from './operator/payment-rules.js';
import { clock } from './operator/clock.js';
import { collect } from './third-party/collect.js';
import { customers } from './third-party/customers.js';
import { doctor } from './operator/doctor/doctor.js';
import { generate } from './operator/generate.js';
import { ledgerCheck } from './operator/ledger-check.js';
import { load } from './operator/load.js';
import { maintenance } from './operator/maintenance.js';
import { mandate } from './operator/mandate.js';
import { operators } from './operator/operators.js';
import { prepare } from './operator/prepare.js';
import { proposal } from './operator/proposal.js';
import { receiptsCheck } from './operator/receipts-check.js';
import { receive } from './operator/receive.js';
import { reconcile } from './operator/reconcile.js';
import { recover } from './operator/recover.js';
import { rehearse } from './operator/rehearse.js';
import { rotate } from './operator/rotate.js';
import { view } from './operator/view.js';
import { receiptsVerify } from './third-party/receipts-verify.js';
import { token } from './third-party/token.js';
import { withBankOptions, isSandbox } from '@open-banking/sandbox/bank-connection';

const program = withBankOptions(new Command('openbank'))
  .description('Manages clients, customers and tokens of a bank, and runs the operator tasks.')
  .addCommand(
    new Command('client')
      .description('manages third parties (clients)')
      .addCommand(clientAdd)
      .addCommand(clientList)
      .addCommand(clientRotate)
      .addCommand(clientSuspend)
      .addCommand(clientResume)
      .addCommand(clientRemove)
      .addCommand(clientLogo),
  )
  .addCommand(customers)
  .addCommand(approve)
  .addCommand(token)
  .addCommand(generate)
  .addCommand(load)
  .addCommand(
    new Command('ca')
      .description("issues and revokes certificates of the sandbox's authority, for signed requests and TLS")
      .addCommand(caIssue)
      .addCommand(caRevoke)
      .addCommand(caBlock),
  )
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
  .addCommand(rehearse)
  .addCommand(doctor)
  .addCommand(maintenance)
  .addCommand(new Command('report').description('writes the reports that a bank publishes').addCommand(reportAvailability))
  .addCommand(view)
  .addCommand(prepare)
  .addCommand(rotate);

if (isSandbox(process.argv)) {
  program.addCommand(clock).addCommand(collect).addCommand(checkPort);
  clearing.addCommand(clearingRule).addCommand(clearingStatement);
}

// A reader such as `head` closes the pipe after the first lines.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`openbank: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
