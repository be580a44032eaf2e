import { issuers } from '@open-banking/spec';
import { approvedId, clientScope, scopesOfRoles } from '../src/issuer/scopes.js';

const id = '3f1c6a4e-9a52-4c1b-8f0e-7c1f0c2d9a11';

describe('the scope of a client token', () => {
  it("is everything the issuer grants the client's roles, if none is requested", () => {
    expect(clientScope('consents', { roles: ['PSP_AI'] }, undefined)).toBe('AIS loan-services');
    expect(clientScope('consents', { roles: ['PSP_PI'] }, undefined)).toBe('loan-services');
    expect(clientScope('payments', { roles: ['PSP_PI'] }, undefined)).toBe('PIS');
    expect(clientScope('mandates', { roles: ['PSP_PI'] }, '')).toBe('MANDATE');
  });

  it('is the requested scope if the roles allow it, and nothing otherwise', () => {
    expect(clientScope('consents', { roles: ['PSP_AI'] }, 'AIS')).toBe('AIS');
    expect(clientScope('consents', { roles: ['PSP_PI'] }, 'AIS')).toBeUndefined();
    expect(clientScope('payments', { roles: ['PSP_AI'] }, undefined)).toBeUndefined();
    expect(clientScope('consents', { roles: ['PSP_AI'] }, 'AIS PIS')).toBeUndefined();
  });

  it('is limited to the registered scope', () => {
    expect(clientScope('consents', { roles: ['PSP_AI'], scopes: ['AIS'] }, undefined)).toBe('AIS');
    expect(clientScope('consents', { roles: ['PSP_AI'], scopes: ['AIS'] }, 'loan-services')).toBeUndefined();
    expect(clientScope('consents', { roles: ['PSP_PI'], scopes: ['AIS'] }, 'AIS')).toBeUndefined();
    expect(scopesOfRoles(['PSP_PI'])).toEqual(['loan-services', 'PIS', 'MANDATE']);
  });

  it('contains those of grants only if they are requested, at each issuer and whatever is registered', () => {
    for (const issuer of issuers)
      expect(clientScope(issuer, { roles: [], scopes: ['AIS'] }, 'grant_management_query')).toBe('grant_management_query');
    expect(clientScope('consents', { roles: ['PSP_AI'] }, 'AIS grant_management_revoke')).toBe('AIS grant_management_revoke');
    expect(clientScope('consents', { roles: ['PSP_AI'] }, 'grant_management_update')).toBeUndefined();
  });

  it('never contains an id, at any issuer, for any roles', () => {
    for (const issuer of issuers) {
      for (const kind of ['AIS', 'PIS', 'MANDATE', 'MANDATE-CANCEL']) {
        expect(clientScope(issuer, { roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] }, `${kind}:${id}`)).toBeUndefined();
      }
    }
  });

  it('is empty at the cancellation issuer if none is requested', () => {
    expect(clientScope('cancellation', { roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] }, undefined)).toBeUndefined();
  });
});

describe('a scope that a customer can approve', () => {
  it("is one of the issuer's own kind with one id", () => {
    expect(approvedId('consents', `AIS:${id}`)).toBe(id);
    expect(approvedId('cancellation', `MANDATE-CANCEL:${id}`)).toBe(id);
  });

  it.each(['AIS', 'AIS:', `PIS:${id}`, `AIS:${id} AIS`, `AIS:${id}:x`, `AIS:${id.toUpperCase()}`, `ais:${id}`, 'AIS:1', undefined])(
    'is not %s at the consents issuer',
    (scope) => {
      expect(approvedId('consents', scope)).toBeUndefined();
    },
  );
});
