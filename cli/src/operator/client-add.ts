import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { addOwnClient, type OwnClient } from '@open-banking/sandbox/bank';
import { addClient, type NewClient } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

const known = ['PSP_AI', 'PSP_PI', 'PSP_IC'];

function roles(text: string): string[] {
  const given = text
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean);
  const unknown = given.filter((role) => !known.includes(role));
  if (unknown.length > 0) throw new Error(`--roles: ${unknown.join(', ')} is none of ${known.join(', ')}`);
  return given;
}

export const clientAdd = withBankOptions(new Command('add'))
  .description('adds a client; its secret or key is kept in the operator file')
  .requiredOption('--name <name>', 'shown to customers when they are asked')
  .requiredOption('--roles <roles>', `of ${known.join(', ')}, separated by commas`)
  .requiredOption(
    '--redirect-uri <uri>',
    'where customers come back to; may be given several times, commands here use the first',
    (uri: string, before: string[] = []) => [...before, uri],
  )
  .option('--organization <identifier>', 'organizationIdentifier in the certificates it signs with (default: its client_id)')
  .addOption(
    new Option('--auth <method>', 'how it shows who it is')
      .choices(['client_secret_basic', 'private_key_jwt', 'tls_client_auth'])
      .default(undefined, 'client_secret_basic, or private_key_jwt where the bank runs PROFILE=fapi2'),
  )
  .addOption(new Option('--jwks <file>', 'its public keys (JWK Set), for private_key_jwt; default: a key made here').conflicts('jwksUri'))
  .option('--jwks-uri <url>', 'where it publishes them instead')
  .addOption(
    new Option('--bind <to>', 'what its tokens are bound to: a key that makes proofs, or its certificate')
      .choices(['dpop', 'tls'])
      .default(undefined, 'what it shows itself by, where the bank runs PROFILE=fapi2'),
  )
  .option('--json')
  .action(
    async (
      options: {
        name: string;
        roles: string;
        redirectUri: [string, ...string[]];
        organization?: string;
        auth?: NewClient['auth'];
        bind?: NewClient['tokenBinding'];
        jwks?: string;
        jwksUri?: string;
        json?: true;
      },
      command: Command,
    ) => {
      const operator = new BankConnection(command);
      const keys =
        options.jwks !== undefined
          ? { jwks: keysIn(options.jwks) }
          : options.jwksUri !== undefined
            ? { jwksUri: options.jwksUri }
            : undefined;
      const [redirectUri, ...furtherRedirectUris] = options.redirectUri;
      const client = await addClient(operator.running, {
        ...options,
        redirectUri,
        furtherRedirectUris,
        keys,
        tokenBinding: options.bind,
        roles: roles(options.roles),
      });
      addOwnClient(operator.file, client);
      show({ client_id: client.clientId, ...credentialsShown(client) }, options.json);
    },
  );

/** A JWK Set in a file. */
export function keysIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`--jwks: ${file} cannot be read as JSON (${(error as Error).message})`, { cause: error });
  }
}

/** What a client must keep: it is told once. */
export const credentialsShown = ({ clientSecret, privateKey, tls }: Pick<OwnClient, 'clientSecret' | 'privateKey' | 'tls'>): object => ({
  ...(clientSecret !== undefined && { client_secret: clientSecret }),
  ...(privateKey && { private_key: privateKey }),
  ...(tls && { certificate: tls.certificate, [privateKey ? 'certificate_key' : 'private_key']: tls.privateKey, ca: tls.ca }),
});

/** One thing by its members, for machines or for people. */
export function show(shown: object, json?: true): void {
  if (json) return printJson(shown);
  for (const [name, value] of Object.entries(shown)) print(`${name}  ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}
