const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this user may not use the port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'nobody knows this name',
  EAI_AGAIN: 'nobody knows this name',
};

/** The address at which a server listens, and the names of the two settings for it. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly settings: string;
}

/** Listens, or throws one line that names the settings and says why it cannot. */
export async function listen(
  server: { listen(address: { host: string; port: number }): Promise<unknown> },
  { host, port, settings }: ListenAddress,
): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`${settings}: cannot listen at ${host}:${port}, ${reasons[code] ?? message}`, { cause: error });
  }
}
