import { Command, Option } from 'commander';
import { addOwnClient } from '@open-banking/installation/operator-file';
import {
  authMethodOf,
  type ClientCredential,
  createCredential,
  rotateClient,
  type ClientCertificates,
} from '@open-banking/operator-client';
import { credentialsOutput, keysIn, printObject } from './client-add.js';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

interface Options {
  readonly jwks?: string;
  readonly tlsSubject?: string;
  readonly keep?: string;
  readonly finish?: true;
  readonly json?: true;
}

/** The credential named in the options, or a new one, generated as in `client add`. */
async function newCredential(
  { jwks, tlsSubject, finish }: Options,
  bank: BankConnection['running'],
  clientId: string,
  certificates: ClientCertificates | undefined,
): Promise<ClientCredential> {
  if (finish) return { registration: {}, own: {} };
  if (jwks !== undefined) return { registration: { jwks: keysIn(jwks) }, own: {} };
  if (tlsSubject !== undefined) return { registration: { tlsSubject }, own: {} };
  return createCredential(bank, await authMethodOf(bank, clientId), { certificates });
}

/** Rotates a client's credential; `certificates` issues the new certificate of one that has none of its own. */
export const clientRotate = (certificates?: ClientCertificates): Command =>
  withBankOptions(new Command('rotate'))
    .description('Gives a client a new secret, key or certificate; the previous one stays valid during the overlap')
    .argument('<client>', 'The client_id')
    .addOption(new Option('--jwks <file>', 'New public keys (JWK Set) (default: a key generated here)').conflicts('tlsSubject'))
    .option('--tls-subject <name>', "Subject of the new certificate, RFC 4514 (default: a certificate of the sandbox's authority)")
    .option(
      '--keep <duration>',
      "How long the previous credential stays valid (ISO 8601, such as PT168H; PT0S: it ends now) (default: the bank's setting, 7 days)",
    )
    .addOption(
      new Option('--finish', 'Ends the rotation overlap: the previous credential becomes invalid').conflicts([
        'jwks',
        'tlsSubject',
        'keep',
      ]),
    )
    .option('--json')
    .action(async (clientId: string, options: Options, command: Command) => {
      const operator = new BankConnection(command);
      const { keep, finish, json } = options;
      const { registration, own } = await newCredential(options, operator.running, clientId, certificates);
      const {
        client_secret: clientSecret,
        former_until: until,
        finished,
      } = await rotateClient(operator.running, clientId, {
        ...registration,
        ...(keep !== undefined && { keep }),
        ...(finish && { finish }),
      });
      if (finish) return finishedRotation(clientId, finished === true, json);
      const renewed = { ...own, ...(clientSecret !== undefined && { clientSecret }) };
      const known = operator.content.clients.find((client) => client.clientId === clientId);
      if (known) addOwnClient(operator.file, { ...known, ...renewed });
      printObject({ client_id: clientId, ...credentialsOutput(renewed), ...(until !== undefined && { former_until: until }) }, json);
    });

function finishedRotation(clientId: string, finished: boolean, json?: true): void {
  if (json) return printJson({ client_id: clientId, finished });
  print(
    finished
      ? `The previous credential of ${clientId} is no longer valid.`
      : `${clientId} has no previous credential: there was nothing to end.`,
  );
}
