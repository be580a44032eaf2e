import { LastingFaults } from '@open-banking/telemetry/lasting-faults';
import type { AnsweredRequest } from './answered-request.js';

/** One line of a gateway's log: JSON, with the levels of HAProxy's and of the services' logs. */
export const logLine = (
  level: 'info' | 'warn' | 'error' | 'fatal',
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): string => `${JSON.stringify({ level, time: new Date(), service: 'gateway', message, ...fields })}\n`;

const plain = (detail: unknown) =>
  detail instanceof Error ? { code: (detail as NodeJS.ErrnoException).code, message: detail.message } : detail;

/**
 * Writes a line for every response, with no path as sent and no header of the request but its id. Where the gateway answers itself because of a
 * fault that is not the client's, the first line is an error; when it no longer does so, one more line has the number of such answers.
 */
export function accessLog(write: (line: string) => void): (answered: AnsweredRequest) => void {
  const faults = new LastingFaults(({ lastedMs, ...ended }) => {
    write(logLine('info', 'fault over', { ...ended, lastedSeconds: Math.round(lastedMs / 100) / 10 }));
  });
  return ({ detail, ms, ...answered }) => {
    const text = plain(detail);
    const isFault = answered.source === 'gateway' && answered.status >= 500;
    const begins = isFault && faults.begins(`answered ${answered.status} by the gateway: ${JSON.stringify(text)}`);
    write(logLine(begins ? 'error' : 'info', 'request', { ...answered, ms: Math.round(ms * 10) / 10, detail: text }));
  };
}
