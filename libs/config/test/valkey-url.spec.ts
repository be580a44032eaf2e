import { IsValkeyUrl, readSettings, Setting, valkeyAddressOf } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

class Store {
  @Setting('Where limits are counted.') @IsOptional() @IsValkeyUrl() readonly valkeyUrl?: string;
}

describe('VALKEY_URL', () => {
  it.each([
    ['valkey://10.0.0.5', { kind: 'server', tls: false, nodes: [{ host: '10.0.0.5', port: 6_379 }], database: 0 }],
    ['redis://valkey:6380/2', { kind: 'server', tls: false, nodes: [{ host: 'valkey', port: 6_380 }], database: 2 }],
    [
      'valkeys://bank:p%40ss%2Fword@[2001:db8::7]:6380/',
      {
        kind: 'server',
        tls: true,
        nodes: [{ host: '2001:db8::7', port: 6_380 }],
        username: 'bank',
        password: 'p@ss/word',
        database: 0,
      },
    ],
    ['rediss://:secret@valkey', { kind: 'server', tls: true, nodes: [{ host: 'valkey', port: 6_379 }], password: 'secret', database: 0 }],
    [
      'valkey+sentinel://:secret@one:26380,two/limits/3',
      {
        kind: 'sentinel',
        tls: false,
        nodes: [
          { host: 'one', port: 26_380 },
          { host: 'two', port: 26_379 },
        ],
        password: 'secret',
        primary: 'limits',
        database: 3,
      },
    ],
    [
      'valkeys+cluster://one:7000,two:7001',
      {
        kind: 'cluster',
        tls: true,
        nodes: [
          { host: 'one', port: 7_000 },
          { host: 'two', port: 7_001 },
        ],
        database: 0,
      },
    ],
  ])('%s is understood', (url, address) => {
    expect(valkeyAddressOf(url)).toEqual(address);
    expect(readSettings(Store, { VALKEY_URL: url }).valkeyUrl).toBe(url);
  });

  it.each([
    'valkey:6379',
    'http://:hidden@valkey',
    'valkey://:hidden@',
    'valkey://:hidden@valkey:0',
    'valkey://:hidden@valkey:70000',
    'valkey://:hidden@valkey:port',
    'valkey://:hidden@valkey/limits',
    'valkey://:hid%den@valkey',
    'valkey://:hid@den@valkey',
    'valkey://one:6379,two:6379',
    'valkey+sentinel://:hidden@one:26379',
    'valkey+sentinel://:hidden@one:26379/name/first',
    'valkey+cluster://:hidden@one:7000,/',
    'valkey+cluster://:hidden@one:7000/1',
  ])('%s is refused in one sentence, which names the setting and no password', (url) => {
    let message = '';
    try {
      readSettings(Store, { VALKEY_URL: url });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/^VALKEY_URL must be a URL such as valkey:\/\/.+: Where limits are counted\.$/);
    expect(message).not.toMatch(/hid|den|\n/);
  });
});
