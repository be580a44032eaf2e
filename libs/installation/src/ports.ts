import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';

/** Ports from 1024 that browsers and `fetch` never connect to: "bad ports" of the Fetch standard (§2.9). */
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/**
 * Below the ports that a system assigns by itself (Linux: from 32,768), so that none is taken by chance before it is used, and above the
 * bad ones.
 */
const [lowest, highest] = [10_081, 32_767];

/**
 * One free port for each wanted one: that one where it is free. On Linux a port that was chosen is given to no other process on this
 * machine while this process runs, also where nothing listens there yet, or ever.
 */
export async function freePorts(wanted: readonly (number | undefined)[]): Promise<number[]> {
  const held = [];
  for (const port of wanted) held.push(await (port === undefined ? holdAny() : holdChosen(port).catch(holdAny)));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

const host = '127.0.0.1';

/** Those that this process has chosen. */
const choices = new Set<number>();
const tries = 1_000;

async function holdAny(): Promise<Server> {
  for (let left = tries; ; left -= 1) {
    const port = randomInt(lowest, highest + 1);
    if (choices.has(port)) continue;
    try {
      return await holdChosen(port);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** Throws where something listens at the port, or another process has chosen it. */
async function holdChosen(port: number): Promise<Server> {
  const choice = choices.has(port) ? undefined : await chosen(port);
  try {
    const server = await hold({ port, host });
    choices.add(port);
    return server;
  } catch (error) {
    choice?.close();
    throw error;
  }
}

/** Announces to other processes that a port is chosen, by a name in Linux's abstract namespace of sockets, which ends with this process. */
async function chosen(port: number): Promise<Server | undefined> {
  if (process.platform !== 'linux') return undefined;
  return (await hold({ path: `\0open-banking port ${port}` })).unref();
}

function hold(at: ListenOptions): Promise<Server> {
  const server = createServer();
  return new Promise((held, refused) => {
    server.once('error', refused).listen(at, () => {
      held(server);
    });
  });
}

/** The settings of ports at which a start of the bank listens. */
export type PortSetting = 'PORT' | 'TLS_PORT';

/** Throws a one-line error if browsers do not connect to the port, or another program listens there. It names the setting. */
export async function refuseTakenPort(port: number, setting: PortSetting): Promise<void> {
  if (badPorts.has(port)) throw new Error(`Port ${port} is one that browsers do not connect to: set ${setting} to another port.`);
  try {
    const server = await hold({ port, host });
    await new Promise((closed) => server.close(closed));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE'
        ? 'is in use by another program'
        : code === 'EACCES'
          ? 'requires privileges that this user does not have'
          : `cannot be used (${(error as Error).message})`;
    throw new Error(`Port ${port} ${reason}: set ${setting} to another port.`);
  }
}
