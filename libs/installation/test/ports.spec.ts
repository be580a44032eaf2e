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

  it.each([6000, 6667, 10_080])('refuses port %i, to which browsers and fetch do not connect', async (port) => {
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } });
    await expect(refuseTakenPort(port, 'PORT')).rejects.toThrow(
      `Port ${port} is one that browsers do not connect to: set PORT to another port.`,
    );
  });

  it('chooses only ports that fetch connects to', async () => {
    const ports = await freePorts(Array.from({ length: 400 }, () => undefined));
    expect(Math.min(...ports)).toBeGreaterThan(10_080);
  });
});
