import { beginRequest } from '../src/request-context.js';

const id = '4c7d1d1e-7a0f-4a53-9b5e-0d6e1f0a7b11';
const beginning = (given?: string) => beginRequest({ headers: { ...(given !== undefined && { 'x-request-id': given }) }, ip: '192.0.2.1' });

describe('a request', () => {
  it('keeps the id its client gave', () => {
    expect(beginning(id)).toMatchObject({ requestId: id, address: '192.0.2.1' });
    expect(beginning(id).requestIdFault).toBeUndefined();
  });

  it.each([undefined, '', 'x', `${id}, ${id}`, ` ${id}`, `${id}\n`, '{4c7d1d1e-7a0f-4a53-9b5e-0d6e1f0a7b11}'])(
    'gets a new id if the given one is %j, and a fault for validation',
    (given) => {
      const { requestId, requestIdFault } = beginning(given);
      expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(requestId).not.toBe(id);
      expect(requestIdFault).toMatchObject({ code: 'FORMAT_ERROR', path: 'X-Request-ID' });
      expect(beginning(given).requestId).not.toBe(requestId);
    },
  );
});
