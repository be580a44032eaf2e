import { sandboxOperations, type Operation } from '@open-banking/spec';
import { triggers } from '../src/triggers.js';

const id = '5f0b2f0e-7c1d-4a53-9d0c-0f6f1b1f7a11';
const acts = (Object.values(sandboxOperations) as unknown as Operation[]).filter(
  ({ method, path }) => method === 'POST' && !/\/sandbox\/customers|\/certificates$/.test(path),
);
const pathOf = ({ path }: Operation): string => path.replaceAll(/\{[^}]+\}/g, id);

describe('the triggers', () => {
  it('are calls of the scenarios of the sandbox, each of which has one', () => {
    const called = new Set(Object.values(triggers).map(({ path }) => path(id)));
    expect([...called].sort()).toEqual(acts.map(pathOf).sort());
  });

  it('name their subject first, except services, which are unavailable to a client', () => {
    for (const [name, { subject, path }] of Object.entries(triggers)) {
      expect(name.split('.')[0]).toBe(subject === 'client' ? 'service' : subject);
      expect(path(id)).toContain(`/sandbox/${subject}s/`);
    }
  });

  it('move an amount in its currency, and refuse one without', () => {
    const given = { id, reason: undefined, service: undefined, seconds: 60, from: undefined, text: undefined };
    const bodyOf = (name: string, amount?: string) => triggers[name]!.body!({ ...given, amount });
    expect(bodyOf('mandate.collected', '5.00 ILS')).toEqual({ amount: { currency: 'ILS', amount: '5.00' } });
    expect(bodyOf('account.credited')).toEqual({ amount: { currency: 'EUR', amount: '12.00' }, debtorName: 'Acme Ltd' });
    expect(() => bodyOf('mandate.collected', '5.00')).toThrow('such as "12.00 EUR", not "5.00"');
  });
});
