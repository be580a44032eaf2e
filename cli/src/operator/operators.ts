import type { OperatorRow } from '@open-banking/contracts';
import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { operatorRoles, operatorsInternal } from '@open-banking/spec';
import { Command } from 'commander';
import { internalCall, expectSuccess } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, operatorKeyFile, print, printJson } from '../bank-connection.js';
import { makeFolder, writeTo } from '../named-file.js';

/** An Ed25519 key pair as JWK, like the services' keys. */
function newKey(): { readonly publicKey: object; readonly privateKey: object } {
  const pair = generateKeyPairSync('ed25519');
  return {
    publicKey: { ...pair.publicKey.export({ format: 'jwk' }), alg: 'EdDSA' },
    privateKey: { ...pair.privateKey.export({ format: 'jwk' }), alg: 'EdDSA' },
  };
}

const add = withBankOptions(new Command('add'))
  .description('Adds an operator and writes their new private key to a file')
  .requiredOption('--name <name>', '2 to 40 characters of a-z, 0-9 and -; names are never reused')
  .requiredOption('--roles <roles>', `Comma-separated: ${operatorRoles.join(',')}`)
  .option('--out <file>', 'File for the key (default: next to the operator file, where --as looks for it)')
  .option('--json')
  .action(async ({ name, roles, out, json }: { name: string; roles: string; out?: string; json?: true }, command: Command) => {
    const { file: operatorFile, running } = new BankConnection(command);
    const file = out ?? operatorKeyFile(operatorFile, name);
    const { publicKey, privateKey } = newKey();
    // A bank that is not there leaves no file.
    expectSuccess('operator add', await internalCall(running, 'ais-pis', operatorsInternal.listOperators));
    // Kept before the bank knows the operator: a name is never given again, so a key that cannot be written would cost it.
    makeFolder(dirname(file), '--out', 0o700);
    writeTo(file, JSON.stringify(privateKey), '--out', { mode: 0o600, flag: 'wx' });
    const asked = { roles: roles.split(',').map((role) => role.trim()), publicKey };
    const answer = await internalCall(running, 'ais-pis', operatorsInternal.addOperator, asked, { operatorName: name }).catch(
      (error: unknown) => {
        throw new Error(`${(error as Error).message}; the key is in ${file}, and openbank operator list shows whether ${name} was added`);
      },
    );
    if (answer.status < 500 && answer.status !== 200) rmSync(file);
    const added = expectSuccess<Pick<OperatorRow, 'name' | 'roles'>>('operator add', answer);
    if (json) return printJson({ ...added, keyFile: file });
    print(`${name} has the roles ${added.roles.join(', ')}. The key is in ${file} and stored nowhere else.`);
  });

const list = withBankOptions(new Command('list'))
  .description('Lists all operators, including removed ones')
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    const all = expectSuccess<readonly OperatorRow[]>(
      'operator list',
      await internalCall(new BankConnection(command).running, 'ais-pis', operatorsInternal.listOperators),
    );
    if (json) return printJson(all);
    for (const { name, roles, addedBy, removedBy, removedAt } of all) {
      print(
        `${name}  ${roles.join(', ')}${addedBy ? `  added by ${addedBy}` : ''}${removedAt ? `  removed by ${removedBy} on ${removedAt.slice(0, 10)}` : ''}`,
      );
    }
  });

const remove = withBankOptions(new Command('remove'))
  .description('Removes an operator: their key is refused from now on')
  .requiredOption('--name <name>')
  .action(async ({ name }: { name: string }, command: Command) => {
    expectSuccess(
      'operator remove',
      await internalCall(new BankConnection(command).running, 'ais-pis', operatorsInternal.removeOperator, undefined, {
        operatorName: name,
      }),
    );
    print(`${name} is no longer an operator.`);
  });

export const operators = new Command('operator')
  .description('Manages operators, each with a key and roles')
  .addCommand(add)
  .addCommand(list)
  .addCommand(remove);
