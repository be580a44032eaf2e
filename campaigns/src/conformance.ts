// `npm run campaign -- conformance`: starts a bank for the OpenID Foundation's FAPI 2.0 suite and prints the suite's configuration
// (docs/fapi.md).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { openConformanceBank, type ConformanceOptions } from './conformance/bank.js';
import { testedIssuers } from './conformance/suite-scope.js';

type Options = Pick<ConformanceOptions, 'profile' | 'issuer' | 'auth' | 'bind' | 'callback'> & { readonly tlsPort: number };
const options = new Command('conformance')
  .description('starts a bank for the FAPI 2.0 conformance suite and prints the configuration of its plan; Ctrl-C stops it')
  .addOption(new Option('--profile <profile>', "the bank's profile").choices(['fapi2', 'fapi2-message-signing']).default('fapi2'))
  .addOption(new Option('--issuer <issuer>', 'the issuer to test').choices(testedIssuers).default('consents'))
  .addOption(
    new Option('--auth <method>', "the plan's client_auth_type").choices(['private_key_jwt', 'tls_client_auth']).default('private_key_jwt'),
  )
  .addOption(new Option('--bind <to>', "the plan's sender_constrain").choices(['dpop', 'tls']).default('dpop'))
  .option('--tls-port <port>', 'TLS port of the bank; the suite itself uses 8443', Number, 9443)
  .option('--callback <uri>', "the suite's redirect URI", 'https://localhost.emobix.co.uk:8443/test/a/bank/callback')
  .parse()
  .opts<Options>();

const folder = mkdtempSync(join(tmpdir(), 'open-banking-conformance-'));
// If this process is root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(folder, 0o755);
const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const opened = await openConformanceBank({ ...options, dataDir: folder, log }).catch((error: Error) => {
  rmSync(folder, { recursive: true, force: true });
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const { bank, customer, plan, stop } = opened;
process.stdout.write(`${JSON.stringify(plan, null, 2)}\n`);
log(
  `The bank is open at ${bank.baseUrl}; its certificate is signed by ${bank.folder.ca}/ca.pem. Customer ${customer.login}, password ${customer.password}. Ctrl-C stops it.`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void stop().finally(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(0);
    });
  });
}
