import { LastingFaults } from '@open-banking/http';
import type { GatewayOptions } from './gateway.js';

/** One line of a gateway's log: JSON with a textual level, like HAProxy's. */
export const logLine = (level: 'info' | 'error' | 'fatal', message: string, fields: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ level, time: new Date(), service: 'gateway', message, ...fields })}\n`;

const plain = (detail: unknown) =>
  detail instanceof Error ? { code: (detail as NodeJS.ErrnoException).code, message: detail.message } : detail;

/**
 * Writes a line when the gateway begins to answer itself because of a fault that is not the client's, and one with the number of such
 * answers when it no longer does.
 */
export function faultLog(write: (line: string) => void): NonNullable<GatewayOptions['onFault']> {
  const faults = new LastingFaults(({ lastedMs, ...ended }) => {
    write(logLine('info', 'fault over', { ...ended, lastedSeconds: Math.round(lastedMs / 100) / 10 }));
  });
  return ({ detail, ...fault }) => {
    const told = plain(detail);
    if (faults.begins(`answered ${fault.status} by the gateway: ${JSON.stringify(told)}`))
      write(logLine('error', 'answered by the gateway', { ...fault, detail: told }));
  };
}
