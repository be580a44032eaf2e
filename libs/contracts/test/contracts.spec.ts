import { faultsOfClass, schemaOfClass, withoutUnknownFields, type Described } from '@open-banking/http';
import { faultsOf, responseFault } from '@open-banking/messages';
import * as spec from '@open-banking/spec';
import * as contracts from '../src/index.js';
import type { Contract } from '../src/index.js';

type Groups = Readonly<Record<string, unknown>>;

const inGroups = (exports: Groups, suffix: string): [name: string, Contract][] =>
  Object.entries(exports)
    .filter(([name, group]) => name.endsWith(suffix) && typeof group === 'object')
    .flatMap(([name, group]) =>
      Object.values(group as Readonly<Record<string, Contract>>).map((row): [string, Contract] => [
        `${name.slice(0, -suffix.length)}.${row.id}`,
        row,
      ]),
    );

const all = inGroups(contracts, 'Contracts');
const withClass = all.filter((one): one is [string, Contract & { body: Described }] => typeof one[1].body === 'function');

describe('the contracts of the internal operations', () => {
  it('has one for each row of the table, and for no other', () => {
    expect(all.map(([name]) => name).sort()).toEqual(
      inGroups(spec as unknown as Groups, 'Internal')
        .map(([name]) => name)
        .sort(),
    );
  });

  it.each(all)('%s says what it answers, in a schema that can be compiled', (_, { response }) => {
    if (response) expect(() => responseFault(response, {})).not.toThrow();
  });

  it.each(withClass)('%s refuses a body of another type and each field of another type', (_, { body }) => {
    for (const wrong of [undefined, null, 1, 'text', true, []]) expect(faultsOfClass(body, wrong)).not.toEqual([]);
    const { properties } = schemaOfClass(body) as unknown as { properties: Readonly<Record<string, object>> };
    expect(Object.keys(properties)).not.toEqual([]);
    for (const [name, schema] of Object.entries(properties)) {
      if (Object.keys(schema).length === 0) continue;
      const wrong = 'type' in schema && schema.type === 'object' ? 'text' : { wrong: true };
      expect(faultsOfClass(body, { [name]: wrong }).filter(({ path }) => path?.split('/')[1] === name)).not.toEqual([]);
    }
  });

  it.each(withClass)('%s describes its body by a JSON Schema that refuses unknown fields as the class does', (_, { body }) => {
    const unknown = faultsOfClass(body, { surplus: 1 }).some(({ path }) => path === '/surplus');
    expect(faultsOf(schemaOfClass(body), { surplus: 1 }).some(({ path }) => path === '/surplus')).toBe(unknown);
    expect(withoutUnknownFields(body, { surplus: 1 })).toEqual(unknown ? {} : { surplus: 1 });
  });
});

describe('fields that a class does not declare', () => {
  it('are left out of nested values and of the entries of lists, and wrong types stay to be refused', () => {
    const creditors = [{ name: 'Shop', later: 1 }, 'text'];
    expect(withoutUnknownFields(contracts.CreditorsToBlock, { creditors, later: 2 })).toEqual({ creditors: [{ name: 'Shop' }, 'text'] });
    const key = { kty: 'OKP', crv: 'Ed25519', x: 'a'.repeat(43), kid: '1' };
    expect(withoutUnknownFields(contracts.OperatorRequest, { roles: ['read'], publicKey: key })).toEqual({
      roles: ['read'],
      publicKey: { kty: 'OKP', crv: 'Ed25519', x: 'a'.repeat(43) },
    });
    expect(withoutUnknownFields(contracts.OperatorRequest, { publicKey: 7 })).toEqual({ publicKey: 7 });
  });
});

describe('a response', () => {
  const { response } = contracts.clockContracts.readClock;
  const state = { now: '2026-03-02T08:00:00Z', today: '2026-03-02', offsetMs: 0, settledMs: 0 };

  it('may have fields of a later release, and lacks none and has none of another type', () => {
    expect(responseFault(response, { ...state, later: 1 })).toBeUndefined();
    expect(responseFault(response, { ...state, offsetMs: '0' })).toBe('/offsetMs must be number');
    expect(responseFault(response, { now: state.now })).toMatch(/^the response must have required property/);
    expect(responseFault(response, null)).toBe('the response must be object');
  });

  it('may have null in place of a field that it may lack, as a row without a value has, and of no other one', () => {
    const { listReceived } = contracts.clearingContracts;
    const received = {
      ...{ kind: 'payment', instructionId: 'i', product: 'p', currency: 'EUR', amount: '1.00', state: 'INSTRUCTED', reason: null },
      ...{ instructedOn: '2026-03-02', instructedAt: state.now, changedAt: state.now, answerBy: state.now, message: {} },
    };
    expect(responseFault(listReceived.response, [{ ...received, paymentId: 'p', collectionId: null }])).toBeUndefined();
    expect(responseFault(listReceived.response, [{ ...received, paymentId: 'p', collectionId: 7 }])).toBe('/0/collectionId must be string');
    expect(responseFault(listReceived.response, [{ ...received, amount: null }])).toBe('/0/amount must be string');
  });
});

describe('the next of the page before', () => {
  const id = '0b8a54cf-6c7f-4d3c-9d59-3b7d6f6d3a11';
  const faultsOfAfter = (body: Described, after: string) => faultsOfClass(body, { after }).filter(({ path }) => path === '/after');

  it.each([
    ['caps', contracts.CapsQuery, `${id} EUR`, ['--a--aaa---aa0aaa-aaa0----0--0a--a-a AAA', `${id} ABC`, id, `${id} EUR EUR`]],
    ['a period', contracts.ReconciledPeriod, `2026-11-27 ${id}`, ['2026-02-30 ' + id, `2026-11-27 ${'-'.repeat(36)}`, `2026-11-27  ${id}`]],
  ] as const)('of %s is refused unless the database can compare each of its values', (_, body, next, wrong) => {
    expect(faultsOfAfter(body, next)).toEqual([]);
    for (const after of wrong)
      expect(faultsOfAfter(body, after)).toEqual([expect.objectContaining({ text: 'Must be the "next" of the page before.' })]);
  });
});
