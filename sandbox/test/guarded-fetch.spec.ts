import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as plainServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardedFetch, guardedPost, isPublic, type FetchPolicy } from '@open-banking/http';
import { SandboxCa } from '@open-banking/simulators/sandbox-ca';

const keys = '{"keys":[]}';
const max = 65_536;
const refusal = (address: string, guard: FetchPolicy): Promise<string> =>
  guardedFetch(address, guard).then(
    (body) => `let in: ${body.length}`,
    (error: Error) => error.message,
  );

describe('The guarded fetch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-fetch-'));
  const asked: string[] = [];
  const servers: Server[] = [];
  let sandbox: FetchPolicy;
  let secure: string;
  let plain: string;

  const answers: Record<string, RequestListener> = {
    '/keys': (_, response) => {
      response.end(keys);
    },
    '/redirect': (_, response) => {
      response.writeHead(302, { location: '/keys' }).end();
    },
    '/absent': (_, response) => {
      response.writeHead(404).end(keys);
    },
    '/most': (_, response) => {
      response.end(Buffer.alloc(max));
    },
    '/more': (_, response) => {
      response.end(Buffer.alloc(max + 1));
    },
    '/endless': (_, response) => {
      const pour = (): void => {
        if (!response.destroyed) {
          response.write(Buffer.alloc(8_192));
          setImmediate(pour);
        }
      };
      pour();
    },
    '/never': () => undefined,
    '/drips': (_, response) => {
      response.write('{');
    },
    '/takes': (request, response) => {
      request.resume().once('end', () => {
        response.writeHead(202).end('taken');
      });
    },
    '/breaks': (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => response.destroy());
    },
  };
  const serve: RequestListener = (request, response) => {
    asked.push(request.url!);
    answers[request.url!]!(request, response);
  };

  beforeAll(async () => {
    const ca = await SandboxCa.open(folder);
    const { certificate, privateKey } = await ca.serverCertificate(folder);
    sandbox = { loopback: true, ca: ca.certificate };
    servers.push(createServer({ cert: certificate, key: privateKey }, serve), plainServer(serve));
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((listening) => {
            server.listen(0, '127.0.0.1', listening);
          }),
      ),
    );
    const [securePort, plainPort] = servers.map((server) => (server.address() as AddressInfo).port);
    [secure, plain] = [`https://localhost:${securePort}`, `http://127.0.0.1:${plainPort}`];
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true });
  });

  it('returns the content at a URL, for local addresses in the sandbox only', async () => {
    expect((await guardedFetch(`${secure}/keys`, sandbox)).toString()).toBe(keys);
    expect((await guardedFetch(`${plain}/keys`, sandbox)).toString()).toBe(keys);
    asked.length = 0;
    expect(await refusal(`${secure}/keys`, { ...sandbox, loopback: false })).toBe('is not a public address');
    expect(await refusal(`${plain}/keys`, { loopback: false })).toBe('must be https');
    expect(asked).toEqual([]);
  });

  it('accepts only certificates of a trusted authority', async () => {
    expect(await refusal(`${secure}/keys`, { loopback: true })).toBe('cannot be reached');
    expect(asked).toEqual([]);
  });

  it('follows no redirect and accepts only status 200', async () => {
    expect(await refusal(`${secure}/redirect`, sandbox)).toBe('redirects, which are not followed');
    expect(await refusal(`${secure}/absent`, sandbox)).toBe('answers 404, not 200');
    expect(asked).toEqual(['/redirect', '/absent']);
  });

  it('reads at most 64 KiB', async () => {
    expect(await refusal(`${secure}/most`, sandbox)).toBe(`let in: ${max}`);
    expect(await refusal(`${secure}/more`, sandbox)).toBe('is larger than 64 KiB');
    expect(await refusal(`${secure}/endless`, sandbox)).toBe('is larger than 64 KiB');
  });

  it('waits three seconds in total, for the first and for the last byte, and accepts no partial response', async () => {
    const began = performance.now();
    expect(await Promise.all(['/never', '/drips', '/breaks'].map((path) => refusal(secure + path, sandbox)))).toEqual([
      'does not answer within 3 s',
      'does not answer within 3 s',
      'breaks off',
    ]);
    expect(performance.now() - began).toBeGreaterThan(2_900);
  });

  it('posts to a URL under the same rules and accepts any success status', async () => {
    const posted = (address: string, guard = sandbox) =>
      guardedPost(address, { 'content-type': 'application/json' }, Buffer.from(keys), guard).then(
        () => 'taken',
        (error: Error) => error.message,
      );
    expect(await posted(`${secure}/takes`)).toBe('taken');
    expect(await posted(`${plain}/takes`)).toBe('taken');
    expect(await posted(`${secure}/redirect`)).toBe('redirects, which are not followed');
    expect(await posted(`${secure}/absent`)).toBe('answers 404');
    expect(await posted(`${secure}/never`)).toBe('does not answer within 3 s');
    asked.length = 0;
    expect(await posted(`${secure}/takes`, { ...sandbox, loopback: false })).toBe('is not a public address');
    expect(await posted('https://10.0.0.1/takes')).toBe('is not a public address');
    expect(asked).toEqual([]);
  });

  it('connects only to the addresses it checked: one look-up, and every address must be public', async () => {
    const looked: string[] = [];
    const finding = (...addresses: string[]): FetchPolicy => ({
      ...sandbox,
      resolve: (hostname) => {
        looked.push(hostname);
        return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
      },
    });
    const port = new URL(secure).port;
    expect(await refusal(`https://localhost:${port}/keys`, finding('127.0.0.1'))).toBe(`let in: ${keys.length}`);
    expect(looked).toEqual(['localhost']);
    asked.length = 0;
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['2606:4700::1', '::1'], ['169.254.169.254'], []]) {
      expect(await refusal(`https://keys.example:${port}/keys`, finding(...addresses))).toBe('is not a public address');
    }
    expect(asked).toEqual([]);
  });

  it.each<[address: string, why: string]>([
    ['keys', 'is not a URL'],
    ['ftp://keys.example/', 'must be https'],
    ['http://keys.example/', 'must be https'],
    ['file:///etc/passwd', 'must be https'],
    ['https://me:secret@keys.example/', 'has a user name or password'],
    ['https://10.0.0.1/', 'is not a public address'],
    ['https://[::ffff:10.0.0.1]/', 'is not a public address'],
    ['https://169.254.169.254/latest/meta-data', 'is not a public address'],
    ['https://2130706433/', 'is not a public address'],
    ['https://0x7f.1/', 'is not a public address'],
  ])('does not fetch %s, outside the sandbox', async (address, why) => {
    expect(await refusal(address, { loopback: false })).toBe(why);
  });

  it('does not fetch other private addresses in the sandbox either', async () => {
    expect(await refusal('https://10.0.0.1/', sandbox)).toBe('is not a public address');
    expect(await refusal('http://10.0.0.1/', sandbox)).toBe('must be https');
  });

  it('classifies addresses as public or private', () => {
    const [open, closed] = [
      ['8.8.8.8', '93.184.215.14', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'],
      [
        '0.0.0.0',
        '10.1.2.3',
        '100.64.0.1',
        '127.0.0.1',
        '169.254.1.1',
        '172.16.0.1',
        '192.168.1.1',
        '198.18.0.1',
        '224.0.0.1',
        '255.255.255.255',
        '::',
        '::1',
        '::ffff:8.8.8.8',
        '64:ff9b::a00:1',
        '2001:db8::1',
        '2002:a00:1::',
        'fc00::1',
        'fe80::1',
        'ff02::1',
        'localhost',
        '',
      ],
    ];
    expect(open.filter((address) => !isPublic(address))).toEqual([]);
    expect(closed.filter(isPublic)).toEqual([]);
  });
});
