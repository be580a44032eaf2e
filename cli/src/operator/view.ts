import { isIP, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { Command, InvalidArgumentError } from 'commander';
import { withBankOptions, BankConnection, print } from '../bank-connection.js';

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('it must be a port.');
  return port;
}

/** The origins at which browsers on this machine, or at the given address, reach the view. */
const originsAt = (host: string, port: number): string[] =>
  host === '127.0.0.1'
    ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
    : [`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`];

export const view = withBankOptions(new Command('view'))
  .description('Serves pages for a named operator (--as) on this machine, signed in by the link that it prints, until it is stopped')
  .option('--port <port>', 'Port to listen on; 0 chooses a free one', portOf, 8_090)
  .option('--host <address>', "Address to listen on, inside the bank's network", '127.0.0.1')
  .option('--origin <url>', 'Address that browsers use, where it is another one, such as https://operator.bank.internal behind a TLS proxy')
  .action(async ({ port, host, origin }: { port: number; host: string; origin?: string }, command: Command) => {
    const bank = new BankConnection(command);
    if (!bank.actor) throw new Error('The view acts as one person: name the operator with --as (openbank operator add makes one).');
    if (origin !== undefined && !URL.canParse(origin)) throw new Error(`--origin: "${origin}" is not a URL`);
    const [{ OperatorCalls }, { ViewServer }] = await Promise.all([import('../view/operator-calls.js'), import('../view/view-server.js')]);
    const calls = new OperatorCalls(bank.running);
    const roles = await calls.roles();
    let origins: readonly string[] = [];
    const viewServer = new ViewServer({ calls, roles, origins: () => origins });
    await viewServer.listen(port, host);
    origins = origin === undefined ? originsAt(host, (viewServer.server.server.address() as AddressInfo).port) : [new URL(origin).origin];
    const printLink = (): void => {
      print(`${origins[0]!}/sign-in/${viewServer.sessions.newLink()}`);
    };
    print(
      `The view of ${calls.name} (${roles.join(', ')}). This link signs in one browser, within ten minutes; press Enter for a new one.`,
    );
    printLink();
    createInterface({ input: process.stdin }).on('line', printLink);
  });
