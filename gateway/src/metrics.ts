import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from './answered-request.js';
import { isRead } from './replicas.js';

/** The metrics that HAProxy's exporter has, for a bank that uses the Node gateway. */
export class GatewayMetrics {
  readonly registry = new Registry();
  private readonly requests = new Counter({
    name: 'openbank_gateway_requests_total',
    help: 'Responses to clients by status, and by whose response it is.',
    labelNames: ['status', 'source'],
    registers: [this.registry],
  });
  private readonly duration = new Histogram({
    name: 'openbank_gateway_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labelNames: ['source'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [this.registry],
  });

  private readonly spans = new Counter({
    name: 'openbank_trace_spans_total',
    help: 'Recorded spans of traces by outcome: sent to the receiver, or dropped because it did not accept them in time.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  constructor() {
    for (const outcome of ['sent', 'dropped']) this.spans.inc({ outcome }, 0);
  }

  countSpans(outcome: 'sent' | 'dropped', spans: number): void {
    this.spans.inc({ outcome }, spans);
  }

  count({ status, source, ms }: Pick<AnsweredRequest, 'status' | 'source' | 'ms'>): void {
    this.requests.inc({ status, source });
    this.duration.observe({ source }, ms / 1_000);
  }
}

/** The listener that publishes the metrics: a port of their own, which no client reaches. */
export interface MetricsListener {
  readonly port: number;
  readonly host: string;
}

/** Publishes the metrics at `/metrics`. */
export async function serveMetrics(
  { registry }: GatewayMetrics,
  { port, host }: MetricsListener,
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, response) => {
    if (!isRead(request.method) || request.url !== '/metrics') return void response.writeHead(404).end();
    void registry.metrics().then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text));
  }).listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
