import { dirname, resolve } from 'node:path';
import { CheckPort, sandboxReply } from '@open-banking/simulators/check-port';
import { Command } from 'commander';
import { print } from '@open-banking/cli/bank-connection';
import { makeFolder } from '@open-banking/cli/named-file';

/** Plays the bank's own check of payments. Exists in the sandbox only. */
export const checkPort = new Command('check-port')
  .description('Plays a check of payments (EXECUTION_CHECK_URL) with simple rules, until Ctrl-C')
  .option('--port <port>', 'Where it listens', '8090')
  .option('--keys-file <file>', 'Where it writes the public key of its answers', '.data/check-port-keys.json')
  .action(async ({ port: listens, keysFile }: { port: string; keysFile: string }) => {
    const file = resolve(keysFile);
    makeFolder(dirname(file), '--keys-file');
    const port = await CheckPort.open(
      file,
      (request) => {
        const reply = sandboxReply(request);
        print(
          `${request.checkId}  payment ${String(request.facts['paymentId'])}  ${typeof reply === 'object' ? JSON.stringify(reply) : reply}`,
        );
        return reply;
      },
      Number(listens),
    );
    print(`Start the bank with

  EXECUTION_CHECK_URL=${port.url} EXECUTION_CHECK_KEYS_FILE=${file} npm start

Payments are allowed, but: REFUSE (or REFUSE FRAD), HOLD, LATER, SILENT or FAULT in the remittance information or the creditor's name,
and amounts of 10,000 and more, which are held. LATER is accepted and never answered by itself; each check is printed here.`);
  });
