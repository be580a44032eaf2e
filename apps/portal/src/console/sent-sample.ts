import type { SampleCall } from '../samples/call-samples.js';
import { sampleBody } from '../samples/example-request.js';
import type { Part } from '../samples/sample-text.js';
import type { Call } from '../gateway-calls/gateway-calls.service.js';

export const isSigned = ({ headers }: Pick<Call, 'headers'>): boolean => headers['signature'] !== undefined;

/**
 * A call that was sent, as a sample to send it again with a token. Its `X-Request-ID` is new at each run, because a POST with the same one
 * would be answered with what the first has done; but a signature covers it, and the body.
 */
export function sentSample(call: Call, token?: Part): SampleCall {
  const { method, url, headers, body } = call;
  const signed = isSigned(call);
  return {
    method,
    baseUrl: new URL(url).origin,
    url: [url],
    headers: [
      ...(token === undefined ? [] : [['authorization', ['Bearer ', token]] as const]),
      ...Object.entries(headers)
        .filter(([name]) => token === undefined || name !== 'authorization')
        .map(([name, value]) => [name, name === 'x-request-id' && !signed ? [{ fresh: 'uuid' } as const] : [value]] as const),
    ],
    ...(body !== undefined && { body: signed ? [body] : sampleBody(body) }),
  };
}
