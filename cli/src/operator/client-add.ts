import { Command, Option } from 'commander';
import { authMethods } from '@open-banking/contracts/auth-methods';
import { addOwnClient } from '@open-banking/installation/operator-file';
import type { OwnClient } from '@open-banking/installation/own-client';
import { addClient, type NewClient, type ClientCertificates } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { jsonIn } from '../named-file.js';

const known = ['PSP_AI', 'PSP_PI', 'PSP_IC'];

function roles(text: string): string[] {
  const given = text
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean);
  const unknown = given.filter((role) => !known.includes(role));
  if (unknown.length > 0) throw new Error(`--roles: ${unknown.join(', ')} is not one of ${known.join(', ')}`);
  return given;
}

interface Options {
  readonly name: string;
  readonly roles: string;
  readonly redirectUri: readonly [string, ...string[]];
  readonly organization?: string;
  readonly auth?: NewClient['auth'];
  readonly bind?: NewClient['tokenBinding'];
  readonly jwks?: string;
  readonly jwksUri?: string;
  readonly tlsSubject?: string;
  readonly json?: true;
}

function givenKeys({ jwks, jwksUri }: Options): NewClient['keys'] {
  if (jwks !== undefined) return { jwks: keysIn(jwks) };
  return jwksUri === undefined ? undefined : { jwksUri };
}

async function add(options: Options, operator: BankConnection, certificates: ClientCertificates | undefined): Promise<void> {
  const keys = givenKeys(options);
  const [redirectUri, ...furtherRedirectUris] = options.redirectUri;
  const client = await addClient(
    operator.running,
    { ...options, redirectUri, furtherRedirectUris, keys, tokenBinding: options.bind, roles: roles(options.roles) },
    certificates,
  );
  addOwnClient(operator.file, client);
  printObject({ client_id: client.clientId, ...credentialsOutput(client) }, options.json);
}

/** Adds a client; `certificates` issues the certificate of one that has none. */
export const clientAdd = (certificates?: ClientCertificates): Command =>
  withBankOptions(new Command('add'))
    .description('Adds a client and stores its secret or key in the operator file')
    .requiredOption('--name <name>', 'Shown to customers on the approval pages')
    .requiredOption('--roles <roles>', `Comma-separated: ${known.join(', ')}`)
    .requiredOption(
      '--redirect-uri <uri>',
      'Where customers are redirected to (repeatable; the commands here use the first)',
      (uri: string, before: string[] = []) => [...before, uri],
    )
    .option('--organization <identifier>', "The organizationIdentifier in the client's signing certificates (default: its client_id)")
    .addOption(
      new Option('--auth <method>', 'Client authentication method')
        .choices([...authMethods])
        .default(undefined, 'client_secret_basic; private_key_jwt if the bank runs PROFILE=fapi2'),
    )
    .addOption(
      new Option('--jwks <file>', 'Public keys (JWK Set) for private_key_jwt (default: a key generated here)').conflicts('jwksUri'),
    )
    .option('--jwks-uri <url>', 'URL where the client publishes its public keys')
    .addOption(
      new Option(
        '--tls-subject <name>',
        "Subject of the client's own certificate for tls_client_auth, RFC 4514 (default: a certificate of the sandbox's authority)",
      ).conflicts(['jwks', 'jwksUri']),
    )
    .addOption(
      new Option('--bind <to>', "What the client's tokens are bound to: its DPoP key, or its TLS certificate")
        .choices(['dpop', 'tls'])
        .default(undefined, "the client's authentication credential if the bank runs PROFILE=fapi2"),
    )
    .option('--json')
    .action((options: Options, command: Command) => add(options, new BankConnection(command), certificates));

/** Reads a JWK Set from a file. */
export const keysIn = (file: string): unknown => jsonIn(file, '--jwks');

/** The credentials a client must keep: they are shown only once. */
export const credentialsOutput = ({ clientSecret, privateKey, tls }: Pick<OwnClient, 'clientSecret' | 'privateKey' | 'tls'>): object => ({
  ...(clientSecret !== undefined && { client_secret: clientSecret }),
  ...(privateKey && { private_key: privateKey }),
  ...(tls && { certificate: tls.certificate, [privateKey ? 'certificate_key' : 'private_key']: tls.privateKey, ca: tls.ca }),
});

/** Prints an object: as JSON, or one member per line. */
export function printObject(output: object, json?: true): void {
  if (json) return printJson(output);
  for (const [name, value] of Object.entries(output)) print(`${name}  ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}
