import type { ApprovalFacts } from '@open-banking/pages';
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { ApprovalRequest } from '../approvals.js';

export const triesPerCode = 5;
export const codesPerJourney = 5;

/**
 * The facts that an approval code is bound to: everything that is approved, and the customer who approves it (RTS art. 5). Any change
 * invalidates the code; pending approvals of other owners do not matter.
 */
export const aboutOf = (asked: ApprovalRequest, { more: _, ...approved }: ApprovalFacts): Buffer =>
  hash('sha256', JSON.stringify([asked, approved]), 'buffer');

/** The nth code of a journey. It is computed, never stored: who reads the database learns no code. */
export function approvalCode(key: Buffer, interaction: Buffer, about: Buffer, number: number): string {
  const mac = createHmac('sha256', key).update('approval code').update(interaction).update(about).update(String(number)).digest();
  // 48 bits over a million: the bias is below 1 in 10^8.
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Spaces are how people copy codes. */
export function sameCode(given: string, code: string): boolean {
  const digits = Buffer.from(given.replace(/[\s-]/g, ''));
  return digits.length === code.length && timingSafeEqual(digits, Buffer.from(code));
}
