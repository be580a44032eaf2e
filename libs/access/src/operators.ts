import type { OperatorRole } from '@open-banking/spec';
import type { JWK } from 'jose';

/** The key that the installation made; it has every role, and it alone adds and removes operators. */
export const INSTALLATION_OPERATOR = 'operator';

/** An operator with a key of its own, as the internal port knows it. */
export interface NamedOperator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** Ed25519, public part only. */
  readonly publicKey: JWK;
}

/** Finds the named operators, for a service. */
export abstract class Operators {
  /** Undefined: there is no such operator, or not any longer. */
  abstract find(name: string): Promise<NamedOperator | undefined>;
}
