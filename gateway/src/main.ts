import { writeSync } from 'node:fs';
import { handOnConsole } from '@open-banking/telemetry/console-lines';
import { startGateway } from './gateway.js';
import { accessLog, logLine } from './log.js';
import { GatewayMetrics, serveMetrics } from './metrics.js';
import { gatewaySettingWarnings, readSettings } from './settings.js';
import { recordTraces } from './traces.js';

const write = (line: string): void => {
  process.stdout.write(line);
};

function fail(message: string, error: unknown): never {
  writeSync(process.stderr.fd, logLine('fatal', message, { detail: error instanceof Error ? error.message : String(error) }));
  process.exit(1);
}

process.on('uncaughtException', (error) => fail('ends by an error', error));
const warn = ({ name, message }: Pick<Error, 'name' | 'message'>): void => {
  write(logLine('info', 'warning', { name, detail: message }));
};
handOnConsole(warn);
process.removeAllListeners('warning').on('warning', warn);

try {
  const { metrics: listener, tracing, ...settings } = readSettings(process.env);
  for (const { text } of gatewaySettingWarnings(process.env)) write(logLine('warn', 'setting without effect', { detail: text }));
  const metrics = new GatewayMetrics();
  const traces = await recordTraces(tracing, metrics, write);
  const log = accessLog(write);
  const gateway = await startGateway({
    ...settings,
    traces,
    onAnswer: (answered) => {
      log(answered);
      metrics.count(answered);
    },
  });
  const published = listener && (await serveMetrics(metrics, listener));
  write(logLine('info', 'gateway listens', { url: gateway.url, tlsPort: gateway.tlsPort, metricsPort: published?.port }));
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(
      signal,
      () =>
        void gateway
          .close()
          .then(() => traces.stop())
          .then(() => process.exit(0)),
    );
} catch (error) {
  fail('cannot start', error);
}
