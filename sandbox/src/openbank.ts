import { Command } from 'commander';
import { auditVerify } from './commands/audit-verify.js';
import { adjustment } from './commands/adjustment.js';
import { approve } from './commands/approve.js';
import { caIssue } from './commands/ca-issue.js';
import { caBlock, caRevoke } from './commands/ca-revoke.js';
import { clientAdd } from './commands/client-add.js';
import { clientList } from './commands/client-list.js';
import { clientRemove } from './commands/client-remove.js';
import { clientResume, clientSuspend } from './commands/client-suspend.js';
import { clientRotate } from './commands/client-rotate.js';
import { clearing, clearingRule } from './commands/clearing.js';
import { clock } from './commands/clock.js';
import { collect } from './commands/collect.js';
import { customers } from './commands/customers.js';
import { generate } from './commands/generate.js';
import { ledgerCheck } from './commands/ledger-check.js';
import { load } from './commands/load.js';
import { mandate } from './commands/mandate.js';
import { operators } from './commands/operators.js';
import { prepare } from './commands/prepare.js';
import { receive } from './commands/receive.js';
import { recover } from './commands/recover.js';
import { token } from './commands/token.js';
import { asked, isSandbox } from './commands/operator.js';

const program = asked(new Command('openbank'))
  .description('The bank from the outside: clients, customers, tokens; and what an operator does.')
  .addCommand(
    new Command('client')
      .description('third parties')
      .addCommand(clientAdd)
      .addCommand(clientList)
      .addCommand(clientRotate)
      .addCommand(clientSuspend)
      .addCommand(clientResume)
      .addCommand(clientRemove),
  )
  .addCommand(customers)
  .addCommand(approve)
  .addCommand(token)
  .addCommand(generate)
  .addCommand(load)
  .addCommand(
    new Command('ca')
      .description('certificates of the sandbox, for signed requests and TLS')
      .addCommand(caIssue)
      .addCommand(caRevoke)
      .addCommand(caBlock),
  )
  .addCommand(new Command('ledger').description('the books').addCommand(ledgerCheck))
  .addCommand(new Command('audit').description('the record of all writes').addCommand(auditVerify))
  .addCommand(clearing)
  .addCommand(mandate)
  .addCommand(operators)
  .addCommand(adjustment)
  .addCommand(receive)
  .addCommand(recover)
  .addCommand(prepare);

if (isSandbox(process.argv)) {
  program.addCommand(clock).addCommand(collect);
  clearing.addCommand(clearingRule);
}

// Whoever reads only the first lines closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`openbank: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
