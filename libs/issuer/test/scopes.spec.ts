import { issuers } from '@open-banking/spec';
import { approvedId, clientScope, scopesOfRoles } from '../src/issuer/scopes.js';

const id = '3f1c6a4e-9a52-4c1b-8f0e-7c1f0c2d9a11';

describe("the scope of a client's own token", () => {
  it("is all that the issuer gives the client's roles, where it asks for none", () => {
    expect(clientScope('consents', { roles: ['PSP_AI'] }, undefined)).toBe('AIS loan-services');
    expect(clientScope('consents', { roles: ['PSP_PI'] }, undefined)).toBe('loan-services');
    expect(clientScope('payments', { roles: ['PSP_PI'] }, undefined)).toBe('PIS');
    expect(clientScope('mandates', { roles: ['PSP_PI'] }, '')).toBe('MANDATE');
  });

  it('is what it asks for, where its roles have that, and nothing where they have not', () => {
    expect(clientScope('consents', { roles: ['PSP_AI'] }, 'AIS')).toBe('AIS');
    expect(clientScope('consents', { roles: ['PSP_PI'] }, 'AIS')).toBeUndefined();
    expect(clientScope('payments', { roles: ['PSP_AI'] }, undefined)).toBeUndefined();
    expect(clientScope('consents', { roles: ['PSP_AI'] }, 'AIS PIS')).toBeUndefined();
  });

  it('is what the client registered for, where that is less', () => {
    expect(clientScope('consents', { roles: ['PSP_AI'], scopes: ['AIS'] }, undefined)).toBe('AIS');
    expect(clientScope('consents', { roles: ['PSP_AI'], scopes: ['AIS'] }, 'loan-services')).toBeUndefined();
    expect(clientScope('consents', { roles: ['PSP_PI'], scopes: ['AIS'] }, 'AIS')).toBeUndefined();
    expect(scopesOfRoles(['PSP_PI'])).toEqual(['loan-services', 'PIS', 'MANDATE']);
  });

  it('is never one with an id, at any issuer, for any roles', () => {
    for (const issuer of issuers) {
      for (const kind of ['AIS', 'PIS', 'MANDATE', 'MANDATE-CANCEL']) {
        expect(clientScope(issuer, { roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] }, `${kind}:${id}`)).toBeUndefined();
      }
    }
  });

  it('is none at all at the issuer of cancellations', () => {
    expect(clientScope('cancellation', { roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] }, undefined)).toBeUndefined();
  });
});

describe('a scope that a customer can approve', () => {
  it("is one of the issuer's own kind with one id", () => {
    expect(approvedId('consents', `AIS:${id}`)).toBe(id);
    expect(approvedId('cancellation', `MANDATE-CANCEL:${id}`)).toBe(id);
  });

  it.each(['AIS', 'AIS:', `PIS:${id}`, `AIS:${id} AIS`, `AIS:${id}:x`, `AIS:${id.toUpperCase()}`, `ais:${id}`, 'AIS:1', undefined])(
    'is not %s at the issuer of consents',
    (scope) => {
      expect(approvedId('consents', scope)).toBeUndefined();
    },
  );
});
