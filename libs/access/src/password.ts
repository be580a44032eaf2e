import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const hashBytes = 32;

/** Returns `scrypt$N$r$p$salt$hash` (base64url). Each hash contains its cost, so the cost can rise without a migration. */
export async function hashPassword(password: string, cost = 2 ** 14): Promise<string> {
  const salt = randomBytes(16);
  const made = await derive(password, salt, { N: cost, r: 8, p: 1 });
  return ['scrypt', cost, 8, 1, salt.toString('base64url'), made.toString('base64url')].join('$');
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt, expected] = stored.split('$');
  if (kind !== 'scrypt' || !salt || !expected) throw new Error('A password hash must have the form scrypt$N$r$p$salt$hash');
  const made = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  const wanted = Buffer.from(expected, 'base64url');
  return made.length === wanted.length && timingSafeEqual(made, wanted);
}

/** A hash that no password matches, so that unknown logins take the same time. */
export const unmatchableHash = [
  'scrypt',
  2 ** 14,
  8,
  1,
  Buffer.alloc(16).toString('base64url'),
  Buffer.alloc(hashBytes).toString('base64url'),
].join('$');

const derive = (password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
