import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ThirdParty, type runningBank } from '@open-banking/testing';
import { readOperatorFile } from '@open-banking/installation/operator-file';

export const program = fileURLToPath(new URL('../bin/openbank.mjs', import.meta.url));
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command line as an operator of this bank uses it. */
export function openbankOf(bank: ReturnType<typeof runningBank>) {
  const operator = () => readOperatorFile(bank.facts.operatorFile)!;
  const ownClients = () => operator().clients;

  const openbank = (...args: string[]): Promise<Ended> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        },
      );
    });
  const json = async <T>(...args: string[]): Promise<T> => {
    const { code, out, err } = await openbank(...args, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out) as T;
  };

  const added = (roles = 'PSP_AI,PSP_PI', auth = 'client_secret_basic') =>
    json<{ client_id: string; client_secret?: string; private_key?: Record<string, unknown> }>(
      'client',
      'add',
      '--name',
      'Of the line',
      '--roles',
      roles,
      '--redirect-uri',
      'http://127.0.0.1/back',
      '--auth',
      auth,
    );
  const partyOf = ({ client_id: clientId, client_secret: clientSecret, private_key: privateKey }: Awaited<ReturnType<typeof added>>) =>
    new ThirdParty(bank.baseUrl, { name: '', clientId, clientSecret, privateKey, roles: [], redirectUri: 'http://127.0.0.1/back' });

  return { operator, ownClients, openbank, json, added, partyOf };
}
