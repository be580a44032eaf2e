import { Agent, request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { allowedMethods, headAsGet, sentMethod } from '../src/head-requests.js';

/** The answer to one request, with its content. Rejects where what arrives is no answer. */
const answer = (url: string, method: string, agent: Agent, headers = {}) =>
  new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>((resolve, reject) => {
    request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode!, headers: response.headers, text })).once('error', reject);
    })
      .once('error', reject)
      .end();
  });

describe('a server that serves HEAD as GET', () => {
  let server: FastifyInstance;
  let url: string;
  const seen: string[] = [];
  // One connection: a byte too many would be read as the next answer.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeAll(async () => {
    server = fastify({ exposeHeadRoutes: false, ...headAsGet });
    server.addHook('onRequest', (asked, _, done) => {
      seen.push(`${asked.method} sent as ${sentMethod(asked.raw)}`);
      done();
    });
    server.get('/json', () => ({ a: 'א' }));
    server.get('/text', (_, reply) => reply.type('text/csv').send('a;b\n'));
    server.get('/stream', (_, reply) => reply.send(Readable.from(['one', 'two'])));
    server.get('/fault', () => {
      throw Object.assign(new Error('none'), { statusCode: 404 });
    });
    server.get('/raw', (_, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/plain' }).end('written past Fastify');
    });
    server.post('/json', () => 'posted');
    server.post('/post', () => 'posted');
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    agent.destroy();
    await server.close();
  });

  it.each(['/json', '/text', '/stream', '/fault', '/raw', '/post', '/nothing'])(
    'answers HEAD of %s with the status and headers of GET, and without its content',
    async (path) => {
      const { headers: ofGet, ...get } = await answer(url + path, 'GET', agent);
      const { headers: ofHead, ...head } = await answer(url + path, 'HEAD', agent);
      expect(get.text.length).toBeGreaterThan(0);
      expect(head).toEqual({ status: get.status, text: '' });
      // A length that is known only as the content is made may be left out (RFC 9110 §9.3.2).
      const lasting = ({ date: _, 'transfer-encoding': __, ...kept }: IncomingMessage['headers']) => kept;
      expect(lasting(ofHead)).toEqual(path === '/raw' ? { ...lasting(ofGet), 'content-length': ofHead['content-length'] } : lasting(ofGet));
      if (['/json', '/text', '/fault'].includes(path)) expect(Number(ofHead['content-length'])).toBe(Buffer.byteLength(get.text));
    },
  );

  it('sees a GET everywhere, and knows what was sent', async () => {
    seen.length = 0;
    for (const method of ['GET', 'HEAD', 'POST']) await answer(`${url}/json`, method, agent);
    expect(seen).toEqual(['GET sent as GET', 'GET sent as HEAD', 'POST sent as POST']);
  });
});

describe('the methods of a path', () => {
  it('have HEAD where they have GET', () => {
    expect(allowedMethods(['GET', 'POST'])).toEqual(['GET', 'HEAD', 'POST']);
    expect(allowedMethods(['POST', 'DELETE'])).toEqual(['POST', 'DELETE']);
    expect(allowedMethods(['GET', 'GET'])).toEqual(['GET', 'HEAD']);
  });
});
