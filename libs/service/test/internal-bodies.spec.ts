import type { FastifyInstance } from 'fastify';
import type { InternalVerifier } from '@open-banking/access';
import type { Contract, InternalRequest } from '@open-banking/contracts';
import { contractById } from '@open-banking/contracts/contract-by-id';
import { schemaOfClass, type Described } from '@open-banking/http';
import { Metrics } from '@open-banking/telemetry';
import { noTraces } from '@open-banking/telemetry/tracing';
import { internalServer } from '../src/internal-server.js';

type WithClass = Contract & { readonly body: Described };
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const all = [...contractById.values()].filter((one): one is WithClass => typeof one.body === 'function');
const taken: unknown[] = [];

/** The receiver of all internal operations, which a caller of the test's choice calls. */
function receiver(caller: string): FastifyInstance {
  const quiet = () => undefined;
  const log = { error: quiet, info: quiet, debug: quiet, warn: quiet };
  const endpoints = all.map((contract) => ({ contract, answer: ({ body }: InternalRequest) => void taken.push(body) }));
  const observed = { metrics: new Metrics('cards'), written: { log, fault: quiet }, traces: noTraces } as never;
  return internalServer(endpoints, { verify: () => Promise.resolve({ caller }) } as unknown as InternalVerifier, observed);
}

async function send(server: FastifyInstance, { method, path }: Contract, body: unknown) {
  const url = path.replace(/\{[^}]+\}/g, '7d3a5f0e-3f8c-4d52-9d52-1d1f6b4a0e11');
  const { statusCode, body: text } = await server.inject({
    method: method as 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return { statusCode, faults: text === '' ? [] : (JSON.parse(text) as { tppMessages: { path?: string; text?: string }[] }).tppMessages };
}

const unknownOf = (faults: readonly { path?: string; text?: string }[]) => faults.filter(({ text }) => text?.includes('not known here'));

describe('bodies of internal operations', () => {
  const [fromService, fromOperator] = [receiver('ais-pis'), receiver('operator')];
  afterAll(() => Promise.all([fromService.close(), fromOperator.close()]));

  it.each(all.map((contract) => [contract.id, contract] as const))(
    '%s refuses another type, and knows no other field',
    async (_, contract) => {
      for (const wrong of [null, 7, 'text', []]) {
        expect((await send(fromService, contract, wrong)).statusCode).toBe(400);
        expect((await send(fromOperator, contract, wrong)).statusCode).toBe(400);
      }
      const { properties = {} } = schemaOfClass(contract.body) as Schema;
      const [field] = Object.entries(properties).find(([, { type }]) => type !== undefined && type !== 'object') ?? [];
      if (field !== undefined) {
        const { statusCode, faults } = await send(fromService, contract, { [field]: { wrong: true } });
        expect(statusCode).toBe(400);
        expect(faults.some(({ path }) => path?.startsWith(`/${field}`))).toBe(true);
      }
      const [service, operator] = await Promise.all([fromService, fromOperator].map((one) => send(one, contract, { surplus: 1 })));
      expect(unknownOf(service!.faults)).toEqual([]);
      const isOpen = (schemaOfClass(contract.body) as { additionalProperties?: boolean }).additionalProperties === true;
      expect(unknownOf(operator!.faults).length).toBe(isOpen ? 0 : 1);
    },
  );

  it('hands a handler nothing of a service’s fields that it does not know, nested ones included', async () => {
    const erasure = contractById.get('listErasureObstacles')!;
    const psuId = '7d3a5f0e-3f8c-4d52-9d52-1d1f6b4a0e11';
    taken.length = 0;
    const body = { psuId, customer: { accounts: [], later: 1 }, later: 2 };
    expect((await send(fromService, erasure, body)).statusCode).toBe(204);
    expect(taken).toEqual([{ psuId, customer: { accounts: [] } }]);
    expect(unknownOf((await send(fromOperator, erasure, body)).faults).map(({ path }) => path)).toEqual(['/later', '/customer/later']);
  });
});
