import type { SampleCall } from '../samples/call-samples.js';
import { sampleBody } from '../samples/example-request.js';
import type { Call } from './gateway-calls.service.js';

/**
 * A call that was sent, as a sample to send it again. Its `X-Request-ID` is new at each run, because a POST with the same one would be
 * answered with what the first has done. Browsers send a text field with CRLF, which JSON does not need.
 */
export const sentSample = ({ method, url, headers, body }: Call): SampleCall => ({
  method,
  baseUrl: new URL(url).origin,
  url: [url],
  headers: Object.entries(headers).map(([name, value]) => [name, name === 'x-request-id' ? [{ fresh: 'uuid' }] : [value]]),
  ...(body !== undefined && { body: sampleBody(body.replaceAll('\r\n', '\n')) }),
});
