import type { Role, Token } from './operation.js';

// Who may call what: one constant a line of messages.md §2.
export const consentClient    = { issuer: 'consents', kind: 'client', scope: 'AIS', role: 'PSP_AI' } as const satisfies Token;
export const consentParty     = { issuer: 'consents', kind: 'either' } as const satisfies Token;
export const paymentClient    = { issuer: 'payments', kind: 'client', scope: 'PIS', role: 'PSP_PI' } as const satisfies Token;
export const paymentParty     = { issuer: 'payments', kind: 'either' } as const satisfies Token;
export const mandateClient    = { issuer: 'mandates', kind: 'client', scope: 'MANDATE', role: 'PSP_PI' } as const satisfies Token;
export const mandateParty     = { issuer: 'mandates', kind: 'either' } as const satisfies Token;
export const accountReader    = { issuer: 'consents', kind: 'customer', scope: 'AIS:', consent: true } as const satisfies Token;
export const simulationClient = { issuer: 'consents', kind: 'client', scope: 'loan-services' } as const satisfies Token;

/** The role that the certificate of a signed request must name: PSP_AI for consents and what is read under them, PSP_PI for payments and mandates, none for simulations. */
export function certificateRole({ role, issuer, scope }: Token): Role | undefined {
  if (role || scope === 'loan-services') return role;
  return issuer === 'consents' ? 'PSP_AI' : 'PSP_PI';
}
