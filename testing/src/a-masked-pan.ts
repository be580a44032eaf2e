import { randomInt } from 'node:crypto';

/**
 * A card number as a card bank shows it, which no other card has: those of the demo bank begin with 458099, 532699 and 552299, and with six
 * digits in common the four last of two cards would be the same once in some hundred runs.
 */
export const aMaskedPan = (): string => `41${randomInt(1_000, 10_000)}******${String(randomInt(10_000)).padStart(4, '0')}`;
