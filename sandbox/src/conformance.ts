// `npm run conformance`: a bank for a run of the OpenID Foundation's FAPI 2.0 suite, and the configuration to paste (docs/fapi.md).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { openConformanceBank, type ConformanceOptions } from './conformance/bank.js';

type Options = Pick<ConformanceOptions, 'auth' | 'bind' | 'callback'> & { readonly tlsPort: number };
const options = new Command('conformance')
  .description('opens a bank for the FAPI 2.0 conformance suite and prints the configuration of its plan; Ctrl-C ends it')
  .addOption(
    new Option('--auth <method>', 'client_auth_type of the plan')
      .choices(['private_key_jwt', 'tls_client_auth'])
      .default('private_key_jwt'),
  )
  .addOption(new Option('--bind <to>', 'sender_constrain of the plan').choices(['dpop', 'tls']).default('dpop'))
  .option('--tls-port <port>', "where the bank listens; 8443 is the suite's own", Number, 9443)
  .option('--callback <uri>', "the suite's redirect URI", 'https://localhost.emobix.co.uk:8443/test/a/bank/callback')
  .parse()
  .opts<Options>();

const folder = mkdtempSync(join(tmpdir(), 'open-banking-conformance-'));
// PostgreSQL runs as another user where this is root.
chmodSync(folder, 0o755);
const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const opened = await openConformanceBank({ ...options, dataDir: folder, say }).catch((error: Error) => {
  rmSync(folder, { recursive: true, force: true });
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const { bank, customer, plan, stop } = opened;
process.stdout.write(`${JSON.stringify(plan, null, 2)}\n`);
say(
  `The bank is open at ${bank.baseUrl}; its certificate is signed by ${bank.folder.ca}/ca.pem. Customer ${customer.login}, password ${customer.password}. Ctrl-C ends it.`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void stop().finally(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(0);
    });
  });
}
