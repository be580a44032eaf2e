import type { Role, Token } from './operation.js';

// Who may call what: one constant a line of messages.md §2.
export const consentClient    = { issuer: 'consents', kind: 'client', clientScope: 'AIS', role: 'PSP_AI' } as const satisfies Token;
export const consentParty     = { issuer: 'consents', kind: 'either', clientScope: 'AIS', customerScope: 'AIS:<consentId>' } as const satisfies Token;
export const paymentClient    = { issuer: 'payments', kind: 'client', clientScope: 'PIS', role: 'PSP_PI' } as const satisfies Token;
export const paymentParty     = { issuer: 'payments', kind: 'either', clientScope: 'PIS', customerScope: 'PIS:<paymentId>' } as const satisfies Token;
export const mandateClient    = { issuer: 'mandates', kind: 'client', clientScope: 'MANDATE', role: 'PSP_PI' } as const satisfies Token;
export const mandateParty     = { issuer: 'mandates', kind: 'either', clientScope: 'MANDATE', customerScope: 'MANDATE:<resourceId>' } as const satisfies Token;
export const accountReader    = { issuer: 'consents', kind: 'customer', customerScope: 'AIS:<consentId>', consent: true } as const satisfies Token;
export const simulationClient = { issuer: 'consents', kind: 'client', clientScope: 'loan-services' } as const satisfies Token;

/** The scopes that open an operation: of a client's own token, of a customer's, or of either. */
export const scopesNeeded = ({ clientScope, customerScope }: Token): string[] =>
  [clientScope, customerScope].filter((scope) => scope !== undefined);

/** The role that the certificate of a signed request must name: PSP_AI for consents and what is read under them, PSP_PI for payments and mandates, none for simulations. */
export function certificateRole({ role, issuer, clientScope }: Token): Role | undefined {
  if (role || clientScope === simulationClient.clientScope) return role;
  return issuer === 'consents' ? 'PSP_AI' : 'PSP_PI';
}
