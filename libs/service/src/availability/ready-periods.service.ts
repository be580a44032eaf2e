import { randomUUID } from 'node:crypto';
import { request as askHttp, type Server } from 'node:http';
import { request as askHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ServiceSettings } from '@open-banking/config';
import { Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { everyService, gatewayProbePath, userAgent, type Service } from '@open-banking/spec';
import { markReady } from './availability.statements.js';

/** Five probes missed: the sixth would be due after six intervals, and probes are a little late. */
const toleratedIntervals = 5.5;

/** The service that this process runs, by the name under which it answers probes. Injectable. */
export class ProbedService {
  constructor(readonly name: Service) {}
}

/**
 * Records when this process was ready. It asks itself over the network, as a gateway does, and marks each answer in the service's
 * database. A process that is down, hangs, or has no database leaves no marks: the report reads downtime from the gaps
 * (docs/decisions/0045-availability.md).
 */
@Injectable()
export class ReadyPeriodsService {
  readonly #processId = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly settings: ServiceSettings,
    private readonly host: HttpAdapterHost,
    private readonly probed: ProbedService,
  ) {}

  @RecurringWork<ReadyPeriodsService>('mark-ready', { everyMs: ({ settings }) => settings.probeEveryMs })
  async mark(): Promise<void> {
    const { probeEveryMs } = this.settings;
    if (await this.answers())
      await this.database.rows(markReady, this.#processId, probeEveryMs, Math.round(toleratedIntervals * probeEveryMs));
  }

  private async answers(): Promise<boolean> {
    const { probeEveryMs, probeGatewayUrl } = this.settings;
    const own = ownOrigin(this.host.httpAdapter.getHttpServer() as Server);
    if (own === undefined || !(await isAnswered(own + everyService.readReadiness.path, probeEveryMs))) return false;
    return probeGatewayUrl === undefined || isAnswered(probeGatewayUrl + gatewayProbePath(this.probed.name), probeEveryMs);
  }
}

/** The origin at which this process listens; undefined until it does. */
function ownOrigin(server: Server): string | undefined {
  const bound = server.address() as AddressInfo | null;
  if (!bound) return undefined;
  const any: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  return `http://${any[bound.address] ?? (bound.family === 'IPv6' ? `[${bound.address}]` : bound.address)}:${bound.port}`;
}

/** Whether there is an answer in time that is no 5xx. */
const isAnswered = (url: string, maxMs: number): Promise<boolean> =>
  new Promise((settle) => {
    const ask = url.startsWith('https:') ? askHttps : askHttp;
    const asked = ask(url, { headers: { 'user-agent': userAgent }, agent: false, signal: AbortSignal.timeout(maxMs) }, (response) => {
      response.resume();
      settle((response.statusCode ?? 500) < 500);
    });
    asked.on('error', () => {
      settle(false);
    });
    asked.end();
  });
