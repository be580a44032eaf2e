import type { IncomingMessage } from 'node:http';

const heads = new WeakSet<IncomingMessage>();

/**
 * An option of a Fastify server that serves HEAD as the GET of the same path (RFC 9110 §9.3.2): limits, consents, receipts and counts see
 * a GET, and so does every library. Fastify calls it before it looks for a route. By then Node.js has noted that the answer has no content:
 * it sends the headers alone, `Content-Length` of the content included.
 */
export const headAsGet = {
  rewriteUrl(request: IncomingMessage): string {
    if (request.method === 'HEAD') {
      heads.add(request);
      request.method = 'GET';
    }
    return request.url ?? '';
  },
} as const;

/** The method as its client sent it, `HEAD` included: signatures (`(request-target)`) and DPoP proofs (`htm`) name this one. */
export const sentMethod = (request: IncomingMessage): string => (heads.has(request) ? 'HEAD' : (request.method ?? ''));

/** The methods of a path that rows name, as `Allow` lists them: HEAD comes with GET and is in no row. */
export const allowedMethods = (methods: readonly string[]): string[] => [
  ...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
];
