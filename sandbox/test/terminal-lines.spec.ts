import { ofOtherService, ofOwnService } from '../src/parts/terminal-lines.js';

const isDown = (service: string): boolean => service === 'portal';
const line = (fields: object): string => JSON.stringify({ level: 'info', time: '2026-11-30T22:46:31.410Z', service: 'cards', ...fields });
const request = { requestId: '6', operation: 'listCards', method: 'GET', status: 200, ms: 28.3 };
const unrecorded = { level: 'warn', event: 'requests are not recorded', message: 'SERVICE_UNAVAILABLE (recordRequests of portal)' };

describe('the log that nx serve shows', () => {
  it('is in words for the service that is served, without internal calls that succeed', () => {
    const own = ofOwnService(isDown);
    expect(own(line(request))).toBe('22:46:31 info  cards  GET listCards 200 28.3 ms');
    expect(own(line({ ...request, internal: true }))).toBeUndefined();
    expect(own(line({ ...request, internal: true, status: 404, method: undefined }))).toBe(
      '22:46:31 info  cards  internal listCards 404 28.3 ms',
    );
    expect(own(line({ event: 'listening', port: 1 }))).toBeUndefined();
    expect(own(line({ level: 'error', event: 'request failed', message: 'a\nb' }))).toBe('22:46:31 error cards  request failed: a\n  b');
    expect(own('text of Node.js')).toBe('text of Node.js');
  });

  it('has warnings and errors of the others, and none that a service is down that was left out', () => {
    const other = ofOtherService(isDown);
    expect(other(line(request))).toBeUndefined();
    expect(other(line({ level: 'warn', event: 'fault over' }))).toBe('22:46:31 warn  cards  fault over');
    for (const shown of [other, ofOwnService(isDown)]) {
      expect(shown(line(unrecorded))).toBeUndefined();
      expect(shown(line({ ...unrecorded, message: unrecorded.message.replace('portal', 'ais-pis') }))).toContain('of ais-pis)');
    }
  });
});
