import { unknownPage } from '../src/page.js';
import { codeIn, gatewayKinds } from './gateway-kinds.js';
import { startProbe } from './probes.js';
import { hear } from './raw-request.js';

describe.each(Object.entries(gatewayKinds))('the portal behind %s', (_, start) => {
  it('has the pages that errors link to, which the base URL leads to', async () => {
    const probe = await startProbe('portal');
    const gateway = await start({ portal: [probe.origin] }, 'developers.bank.example');
    const answerTo = async (line: string, host: string) => {
      const heard = await hear(gateway, `${line} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return [heard!.status, heard!.headers['location']];
    };
    const path = '/errors/FORMAT_ERROR';
    expect(await answerTo(`GET ${path}`, 'developers.bank.example')).toEqual([200, undefined]);
    expect(await answerTo(`GET ${path}`, 'bank')).toEqual([307, `//developers.bank.example${path}`]);
    expect(await answerTo(`GET ${path}?x=1`, 'bank:8443')).toEqual([307, `//developers.bank.example:8443${path}`]);
    expect(await answerTo(`POST ${path}`, 'bank')).toEqual([404, undefined]);
    for (const [host, portal] of [
      ['bank', '//developers.bank.example'],
      ['bank:8443', '//developers.bank.example:8443'],
      ['developers.bank.example', '//developers.bank.example'],
    ] as const)
      for (const unknown of ['/nothing', host.startsWith('bank') ? '/reference' : '/customer']) {
        const heard = await hear(gateway, `GET ${unknown} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
        expect([host, unknown, heard!.status, Buffer.from(heard!.body, 'latin1').toString('utf8')]).toEqual([
          host,
          unknown,
          404,
          unknownPage(portal),
        ]);
      }
    await gateway.close();
    await probe.close();
  });

  const at = async (gateway: { url: string }, host: string, target: string) => {
    const heard = await hear(gateway, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return heard!.status === 200 ? (JSON.parse(heard!.body) as { service: string }).service : codeIn(heard!.body);
  };

  it('is at the one origin of the bank, or at one of its own with nothing else beside it', async () => {
    const probes = await Promise.all((['portal', 'ais-pis'] as const).map((service) => startProbe(service)));
    const targets = Object.fromEntries(probes.map(({ service, origin }) => [service, [origin]]));
    const [together, apart] = [await start(targets), await start(targets, 'developers.bank.example')];
    for (const [target, service] of [
      ['/', 'portal'],
      ['/developer/sign-up', 'portal'],
      ['/customer', 'ais-pis'],
      ['/v1.7/accounts', 'ais-pis'],
    ] as const) {
      const elsewhere = 'RESOURCE_UNKNOWN';
      expect([target, await at(together, 'bank', target)]).toEqual([target, service]);
      for (const host of ['developers.bank.example', 'Developers.Bank.example:8443'])
        expect([target, await at(apart, host, target)]).toEqual([target, service === 'portal' ? service : elsewhere]);
      expect([target, await at(apart, 'bank', target)]).toEqual([target, service === 'portal' ? elsewhere : service]);
    }
    for (const gateway of [together, apart]) await gateway.close();
    await Promise.all(probes.map((probe) => probe.close()));
  });
});
