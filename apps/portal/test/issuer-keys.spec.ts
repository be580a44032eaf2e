import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { issuerHomes } from '@open-banking/spec';
import { GatewayCallsService } from '../src/gateway-calls/gateway-calls.service.js';
import { IssuerKeysService } from '../src/receivers/issuer-keys.service.js';

describe('the keys that notifications are verified with', () => {
  let reads = 0;
  let isUsedUp = false;
  const server = createServer((request, response) => {
    const [base, isMetadata] = [`http://${request.headers.host}`, request.url!.endsWith('/.well-known/oauth-authorization-server')];
    if (isMetadata) reads += 1;
    response.statusCode = isUsedUp ? 429 : 200;
    response.end(JSON.stringify(isUsedUp ? {} : isMetadata ? { jwks_uri: `${base}/jwks` } : { keys: [{ kid: 'one', kty: 'EC' }] }));
  });
  beforeAll(() => new Promise<void>((opened) => void server.listen(0, '127.0.0.1', opened)));
  afterAll(() => {
    server.close();
  });

  it('stay known while the limit of the metadata is used up, whatever other keys are asked for', async () => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { baseUrl } as never;
    const keys = new IssuerKeysService(new GatewayCallsService(settings), settings);
    const issuer = baseUrl + issuerHomes.consents.path;
    expect(await keys.find(issuer, 'one')).toMatchObject({ kid: 'one' });
    isUsedUp = true;
    while (reads < 2) {
      expect(await keys.find(issuer, 'another')).toBeUndefined();
      await pause(50);
    }
    expect(await keys.find(issuer, 'one')).toMatchObject({ kid: 'one' });
    isUsedUp = false;
  });
});
