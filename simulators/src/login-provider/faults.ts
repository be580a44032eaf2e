import { SignJWT, decodeJwt, generateKeyPair, type CryptoKey, type JWTPayload } from 'jose';

const hourSeconds = 3_600;
const now = (): number => Math.floor(Date.now() / 1_000);

/** ID tokens that no bank may accept, by what is wrong with them. */
const claimFaults = {
  'wrong-nonce': () => ({ nonce: 'of another sign-in' }),
  'without-nonce': () => ({ nonce: undefined }),
  'wrong-audience': () => ({ aud: 'another client' }),
  'wrong-party': ({ aud }) => ({ aud: [String(aud), 'another client'], azp: 'another client' }),
  'wrong-issuer': () => ({ iss: 'https://other.example' }),
  expired: () => ({ iat: now() - 2 * hourSeconds, exp: now() - hourSeconds }),
  'old-session': () => ({ auth_time: now() - hourSeconds }),
  'without-time': () => ({ auth_time: undefined }),
  'other-class': () => ({ acr: 'urn:sandbox:acr:nothing' }),
  'other-method': () => ({ amr: ['pwd'] }),
  'unknown-subject': () => ({ sub: 'nobody-here' }),
} as const satisfies Record<string, (claims: JWTPayload) => JWTPayload>;

/** The faults that the provider can show, in tests and by hand. */
export const faults = [
  ...(Object.keys(claimFaults) as (keyof typeof claimFaults)[]),
  /** Signed with a key that it does not publish, under the id of one that it does. */
  'wrong-key',
  /** Signed with a key that it has begun to use a moment ago, and publishes. */
  'rotated-key',
  /** The token endpoint answers 503, or after the bank has stopped waiting. */
  'down',
  'slow',
  /** It comes back with `login_required`, whatever the customer does. */
  'login-required',
  /** The redirect names another issuer, or none (RFC 9207). */
  'mixed-up',
  'without-issuer',
] as const;
export type LoginFault = (typeof faults)[number];

const otherKey = generateKeyPair('ES256');

/** The ID token as the fault has it. */
export async function faultyIdToken(token: string, fault: LoginFault, key: CryptoKey, kid: string): Promise<string> {
  const claims = decodeJwt(token);
  const change = Object.hasOwn(claimFaults, fault) ? claimFaults[fault as keyof typeof claimFaults](claims) : {};
  const signing = fault === 'wrong-key' ? (await otherKey).privateKey : key;
  return new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'ES256', kid }).sign(signing);
}
