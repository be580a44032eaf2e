import { createServer, type AddressInfo } from 'node:net';

/** One free port for each wanted one: that one where it is free. All are held until the last is found, so none comes twice. */
export async function freePorts(wanted: readonly (number | undefined)[]): Promise<number[]> {
  const held = [];
  for (const port of wanted) held.push(await hold(port ?? 0).catch(() => hold(0)));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

function hold(port: number): Promise<ReturnType<typeof createServer>> {
  const server = createServer();
  return new Promise((held, refused) => {
    server.once('error', refused).listen(port, '127.0.0.1', () => {
      held(server);
    });
  });
}

/** Throws a one-line error if another program already listens on the port. */
export async function refuseTakenPort(port: number): Promise<void> {
  try {
    const server = await hold(port);
    await new Promise((closed) => server.close(closed));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE'
        ? 'is in use by another program'
        : code === 'EACCES'
          ? 'requires privileges that this user does not have'
          : `cannot be used (${(error as Error).message})`;
    throw new Error(`Port ${port} ${reason}: set PORT to another port.`);
  }
}
