import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Writes and reads what must be found again and opens something: in the database it is ciphertext (AES-256-GCM). */
export interface Seal {
  close(text: string): string;
  open(sealed: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;

export function sealWith(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'stored ids', 32));
  return {
    close: (text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes)).setAuthTag(
        bytes.subarray(nonceBytes, nonceBytes + tagBytes),
      );
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
