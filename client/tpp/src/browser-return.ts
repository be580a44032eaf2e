import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline/promises';
import { CommandError, type Terminal } from './command.js';
import { isAtLoopback } from './loopback.js';

const opener: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer.exe', linux: 'xdg-open' };

/** Opens a browser, where there is one: the address is printed anyway. OPEN_BROWSER names another program. */
export function openBrowser(address: string): void {
  const program = process.env['OPEN_BROWSER'] || opener[process.platform];
  if (program === undefined) return;
  const child = spawn(program, [address], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

/** Waits for the address at which the customer's browser ends. */
export interface BrowserReturn {
  /** The address at which it has ended. */
  readonly address: Promise<string>;
}

/** The start of an approval, to which the return must belong. */
export interface StartedApproval {
  readonly redirectUri: string;
  readonly state: string;
}

/** An address of a web page. Throws a `CommandError` for another one: a browser program would hand it to any program of this machine. */
export function browserAddress(address: string): string {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new CommandError(`"${address}" is no address of a web page, so nothing was opened. Check the bank that you are signed in to.`);
}

/** A redirect URI of this machine is listened at; at another one the browser shows the address, which is then pasted. */
export const awaitReturn = ({ redirectUri, state }: StartedApproval, terminal: Terminal): Promise<BrowserReturn> => {
  const url = new URL(redirectUri);
  const isHere = url.protocol === 'http:' && isAtLoopback(url);
  return isHere ? listenAt(url, state, terminal) : Promise.resolve({ address: pasted(terminal) });
};

/** The address of a request that is the return; undefined: of any other request, such as another program's. */
function returnIn(target: string, url: URL, state: string): string | undefined {
  const address = `${url.origin}${target}`;
  if (!target.startsWith('/') || !URL.canParse(address)) return undefined;
  const { pathname, searchParams, href } = new URL(address);
  const isAnswer = searchParams.has('code') || searchParams.has('error');
  return pathname === url.pathname && isAnswer && searchParams.get('state') === state ? href : undefined;
}

async function listenAt(url: URL, state: string, { stopped }: Terminal): Promise<BrowserReturn> {
  const server = createServer();
  const address = new Promise<string>((resolve, reject) => {
    server.on('request', (request, response) => {
      const back = returnIn(request.url ?? '', url, state);
      response.writeHead(back === undefined ? 404 : 200, { 'content-type': 'text/plain', connection: 'close' });
      response.end(back === undefined ? 'Nothing is here.\n' : 'Done. You can close this window and go back to the terminal.\n');
      if (back !== undefined) resolve(back);
    });
    stopped.addEventListener('abort', () =>
      reject(new CommandError('Stopped before the customer came back. Run it again to ask once more.')),
    );
  }).finally(() => server.close());
  address.catch(() => undefined);
  server.listen(Number(url.port) || 80, url.hostname.replace(/^\[|\]$/g, ''));
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`Nothing can listen at ${url.origin} (${error.code}). Stop what listens there, or give another --redirect-uri.`);
  });
  return { address };
}

async function pasted({ note, stopped }: Terminal): Promise<string> {
  note('Paste the address at which the browser ends:');
  const lines = createInterface({ input: process.stdin });
  stopped.addEventListener('abort', () => lines.close());
  for await (const line of lines) {
    lines.close();
    if (URL.canParse(line.trim())) return line.trim();
    throw new CommandError('This is not an address. Run it again, and paste the whole address of the browser.');
  }
  throw new CommandError('No address was pasted. Run it again to ask the customer once more.');
}
