import type { Operation, Token } from './operation.js';
import { parametersOf } from './path.js';

// Who may call what. The role is asked for at every operation of its family: a client that has lost it reads nothing more (PSD2 art. 66 and 67; RTS art. 34).
export const consentClient    = { issuer: 'consents', kind: 'client', clientScope: 'AIS', role: 'PSP_AI' } as const satisfies Token;
export const consentParty     = { issuer: 'consents', kind: 'either', clientScope: 'AIS', customerScope: 'AIS:<consentId>', role: 'PSP_AI' } as const satisfies Token;
export const paymentClient    = { issuer: 'payments', kind: 'client', clientScope: 'PIS', role: 'PSP_PI' } as const satisfies Token;
export const paymentParty     = { issuer: 'payments', kind: 'either', clientScope: 'PIS', customerScope: 'PIS:<paymentId>', role: 'PSP_PI' } as const satisfies Token;
export const mandateClient    = { issuer: 'mandates', kind: 'client', clientScope: 'MANDATE', role: 'PSP_PI' } as const satisfies Token;
export const mandateParty     = { issuer: 'mandates', kind: 'either', clientScope: 'MANDATE', customerScope: 'MANDATE:<resourceId>', role: 'PSP_PI' } as const satisfies Token;
export const accountReader    = { issuer: 'consents', kind: 'customer', customerScope: 'AIS:<consentId>', role: 'PSP_AI', consent: true } as const satisfies Token;
export const simulationClient = { issuer: 'consents', kind: 'client', clientScope: 'loan-services' } as const satisfies Token;

/** The scopes that open an operation: of a client's own token, of a customer's, or of either. */
export const scopesNeeded = ({ clientScope, customerScope }: Token): string[] =>
  [clientScope, customerScope].filter((scope) => scope !== undefined);

/** The path parameter that names what a customer's token is for: `consentId` for `AIS:<consentId>`. Undefined where the path names no such thing. */
export function approvedParameter({ token, path }: Pick<Operation, 'token' | 'path'>): string | undefined {
  const [, name] = /<(.+)>$/.exec(token?.customerScope ?? '') ?? [];
  return name !== undefined && parametersOf(path).includes(name) ? name : undefined;
}

/** The scope of a customer's token for one thing: `AIS:` with its id. */
export const customerScopeFor = ({ customerScope = '' }: Token, id: string): string => customerScope.replace(/<.+>$/, id);
