import { createHash } from 'node:crypto';

/** A seeded pseudo-random generator (sfc32), so that a demo bank can be reproduced byte for byte. */
export class Chance {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.#a = digest.readInt32LE(0);
    this.#b = digest.readInt32LE(4);
    this.#c = digest.readInt32LE(8);
  }

  /** 32 bits, unsigned. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** At least 0, less than 1. */
  fraction(): number {
    return this.bits() / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.fraction() * list.length)]!;
  }

  /** An amount in minor units. The last two digits vary, because whole amounts are rare in shops. */
  amount(from: number, to: number): number {
    return this.between(from * 100, to * 100);
  }

  digits(count: number): string {
    let text = '';
    while (text.length < count) text += String(this.bits()).padStart(10, '0').slice(-4);
    return text.slice(0, count);
  }

  /** A UUID in version 4 format. */
  uuid(): string {
    const hex = (count: number) => this.bits().toString(16).padStart(8, '0').slice(0, count);
    const variant = '89ab'[this.between(0, 3)]!;
    return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`;
  }
}
