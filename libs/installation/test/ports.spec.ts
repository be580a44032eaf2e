import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePorts, refuseTakenPort } from '../src/ports.js';

describe('a start of the bank', () => {
  it.each(['PORT', 'TLS_PORT'] as const)('listens at a free port, and says for a taken one that %s chooses another', async (setting) => {
    const [free] = await freePorts([undefined]);
    await expect(refuseTakenPort(free!, setting)).resolves.toBeUndefined();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port: taken } = server.address() as AddressInfo;
    await expect(refuseTakenPort(taken, setting)).rejects.toThrow(
      `Port ${taken} is in use by another program: set ${setting} to another port.`,
    );
    server.close();
  });
});
