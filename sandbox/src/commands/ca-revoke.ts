import { X509Certificate } from 'node:crypto';
import { Command } from 'commander';
import { bytesIn, textIn } from '@open-banking/cli/named-file';
import { replaceText } from '@open-banking/installation/data-folder';
import { trustFiles } from '@open-banking/simulators/trust-files';
import { withBankOptions, BankConnection, print } from '@open-banking/cli/bank-connection';
import { caFolderOf, trustFolderOf } from './ca-folder.js';

function certificateIn(file: string): X509Certificate {
  const content = bytesIn(file);
  try {
    return new X509Certificate(content);
  } catch (error) {
    throw new Error(`${file} is not a readable certificate: ${(error as Error).message}`);
  }
}

export const caRevoke = withBankOptions(new Command('revoke'))
  .description("Revokes a certificate issued by the sandbox's authority: adds it to the revocation list")
  .argument('<file>', 'Certificate file (PEM)')
  .action(async (file: string, _: unknown, command: Command) => {
    const operator = new BankConnection(command);
    const certificate = certificateIn(file);
    const { certificatesIn, SandboxCa, Revocations } = await import('@open-banking/simulators/ca');
    const ca = await SandboxCa.open(caFolderOf(operator));
    if (!certificatesIn(ca.trusted).some((issuer) => certificate.verify(new X509Certificate(issuer).publicKey)))
      throw new Error(
        `${file} was not issued by this sandbox's authority, and only its issuer can revoke it. To make this bank refuse it: npx openbank ca block.`,
      );
    await new Revocations(ca, trustFolderOf(operator)).add(certificate.serialNumber);
    print(`${certificate.serialNumber} is revoked`);
  });

export const caBlock = withBankOptions(new Command('block'))
  .description('Blocks a certificate of any issuer: the bank refuses it from now on')
  .argument('<file>', 'Certificate file (PEM)')
  .action((file: string, _: unknown, command: Command) => {
    const { blocked } = trustFiles(trustFolderOf(new BankConnection(command)));
    const { fingerprint256 } = certificateIn(file);
    const before = textIn(blocked);
    if (!before.includes(fingerprint256)) replaceText(blocked, `${before}${fingerprint256}\n`);
    print(`${fingerprint256} is blocked`);
  });
