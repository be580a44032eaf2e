import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../chance.js';
import type { Books } from './books.js';
import { instructionIn, type Answer } from './instruction.js';
import type { Misbehaviour, Shares } from './misbehaviour.js';
import type { Signatures } from './signatures.js';

const maxBytes = 65_536;
const one = /^\/instructions\/([0-9a-f-]{36})$/;
/** Some answers come after the bank has given up waiting (3 s). */
const slowMs = [500, 4_000] as const;
const lateMs = [200, 3_000] as const;

export interface CoreBankingServerParts {
  readonly books: Books;
  readonly signatures: Signatures;
  readonly chance: Chance;
  /** Ends the process at once, without any clean-up. */
  readonly die: () => void;
}

/** The port of the reference core (docs/ports/core.json), which goes wrong on purpose where it is told to. */
export class CoreBankingServer {
  /** Changed at any time. */
  shares: Shares = {};
  readonly #server: Server;
  #url = '';

  constructor(private readonly parts: CoreBankingServerParts) {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response).catch((error: unknown) => {
        process.stderr.write(`${JSON.stringify({ level: 'error', time: new Date(), message: String(error) })}\n`);
        if (!response.headersSent) refuse(response, 503, 'the books cannot be reached');
      });
    });
  }

  get url(): string {
    return this.#url;
  }

  async open(port: number): Promise<this> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
    this.#url = `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
    return this;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (!body) return refuse(response, 413, `a body has ${maxBytes} bytes at most`);
    const { method, url = '' } = request;
    const audience = `${this.#url}${url}`;
    try {
      await this.parts.signatures.check(body, String(request.headers['x-jws-signature'] ?? ''), audience);
    } catch (error) {
      return refuse(response, 401, (error as Error).message);
    }
    const [, id] = one.exec(url) ?? [];
    if (method === 'GET' && id !== undefined) return this.#send(response, audience, await this.parts.books.look(id));
    if (method === 'POST' && url === '/instructions') return this.#take(response, audience, body);
    return refuse(response, 405, 'use POST /instructions or GET /instructions/{instructionId}');
  }

  async #take(response: ServerResponse, audience: string, body: Buffer): Promise<void> {
    const instruction = instructionIn(parsed(body));
    if (!instruction) return refuse(response, 400, 'this is no instruction');
    const { books, chance } = this.parts;
    if (this.#happens('dies') && chance.happens(0.5)) return this.parts.die();
    const answer = await books.take(instruction, this.#happens('late') ? chance.between(...lateMs) : 0);
    if (!answer) return refuse(response, 409, 'another instruction has this id');
    if (this.#happens('dies')) return this.parts.die();
    if (this.#happens('twice')) await books.queueReport(answer.instructionId);
    if (this.#happens('lost')) return void response.destroy();
    if (this.#happens('slow')) await pause(chance.between(...slowMs));
    return this.#send(response, audience, answer);
  }

  #happens(misbehaviour: Misbehaviour): boolean {
    const share = this.shares[misbehaviour] ?? 0;
    return share > 0 && this.parts.chance.happens(share);
  }

  /** An answer is signed, also that there is none. */
  async #send(response: ServerResponse, audience: string, answer: Answer | undefined): Promise<void> {
    const body = Buffer.from(JSON.stringify(answer ?? { error: 'no such instruction' }));
    const signature = await this.parts.signatures.sign(body, audience);
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'x-jws-signature': signature }).end(body);
  }
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
