import { forwardingChecks } from './forwarding-checks.ts';
import type { Check } from './gateway-check.ts';
import { refusalChecks } from './refusal-checks.ts';

/** The checks of every gateway of this bank, Node's and HAProxy's alike. */
export const sweep: readonly Check[] = [...refusalChecks, ...forwardingChecks];
