import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { freePorts } from '@open-banking/installation/ports';
import { userAgent } from '@open-banking/spec';

/** A span as a receiver of OTLP/HTTP (JSON) gets it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

type Attributes = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes: Attributes })[];
    }[];
  }[];
}

const valuesOf = (attributes: Attributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const spansOf = ({ resourceSpans }: Export): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
      })),
    ),
  );

/** A receiver of traces on the loopback interface, in place of a collector. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that was sent, as text. */
  raw = '';
  #server?: Server;
  readonly #arrivals = new EventEmitter();

  private constructor(private readonly port: number) {}

  static async open(): Promise<TraceReceiver> {
    const [port] = await freePorts([undefined]);
    const receiver = new TraceReceiver(port!);
    await receiver.#listen();
    return receiver;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The spans of a trace, once `complete` holds for them. */
  async trace(traceId: string, complete: (spans: readonly ReceivedSpan[]) => boolean): Promise<readonly ReceivedSpan[]> {
    for (;;) {
      const spans = this.spans.filter((span) => span.traceId === traceId);
      if (complete(spans)) return spans;
      await once(this.#arrivals, 'spans');
    }
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  async #listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isOfBank = request.headers['user-agent']?.startsWith(`${userAgent} `) === true;
        const accepted = isOfBank && request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
        if (accepted) {
          this.raw += text;
          this.spans.push(...spansOf(JSON.parse(text) as Export));
        }
        response.writeHead(accepted ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
        this.#arrivals.emit('spans');
      });
    });
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening');
  }
}
