import { startGateway } from './gateway.js';
import { readSettings } from './settings.js';

const line = (entry: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(entry)}\n`);
const plain = (detail: unknown) => (detail instanceof Error ? { code: (detail as NodeJS.ErrnoException).code, message: detail.message } : detail);

try {
  const gateway = await startGateway({ ...readSettings(process.env), onFault: ({ detail, ...fault }) => line({ level: 'error', message: 'answered by the gateway', ...fault, detail: plain(detail) }) });
  line({ level: 'info', message: 'gateway listens', url: gateway.url });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void gateway.close().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`gateway: ${(error as Error).message}\n`);
  process.exit(1);
}
