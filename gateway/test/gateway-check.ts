import assert from 'node:assert/strict';
import { responseHeaders } from '@open-banking/http/response-headers';
import { hear, type Heard } from './raw-request.ts';

// Read by the specs and, as it is, by docker/check.mjs: Node strips the types and resolves the names as they stand.

export interface Stand {
  readonly url: string;
  /** Real services refuse a request without a token, so what reached them can be seen with probes only. */
  readonly probes: boolean;
}
export interface Check {
  readonly name: string;
  readonly probes?: true;
  run(stand: Stand): Promise<void>;
}

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An answer, of the gateway or of a service behind it, with what every answer has. */
export async function answer(stand: Stand, bytes: string): Promise<Heard> {
  const heard = await hear(stand, bytes);
  assert.ok(heard, 'no answer');
  assert.match(heard.headers['x-request-id'] ?? '', uuidPattern, 'every answer has an X-Request-ID');
  assert.doesNotMatch(heard.body, /<html/i);
  for (const name of ['server', 'x-powered-by', 'via', 'x-openbank-operation', 'x-openbank-client'])
    assert.equal(heard.headers[name], undefined, `${name} is not for clients`);
  return heard;
}

/** An answer of the gateway itself. */
export async function expectRefusal(stand: Stand, bytes: string, status: number, code = 'FORMAT_ERROR'): Promise<Heard> {
  const heard = await answer(stand, bytes);
  assert.equal(heard.status, status, heard.bytes.slice(0, 300));
  assert.match(heard.headers['content-type']!, /^application\/json/);
  for (const [name, value] of Object.entries(responseHeaders))
    assert.equal(heard.headers[name], value, `${name} of ${heard.bytes.slice(0, 300)}`);
  const {
    tppMessages: [message],
  } = JSON.parse(heard.body) as { tppMessages: Record<string, string>[] };
  assert.equal(message!.category, 'ERROR');
  assert.equal(message!.code, code);
  assert.equal(message!.href, `/errors/${code}`);
  return heard;
}
