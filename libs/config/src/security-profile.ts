/**
 * The requirements of a bank for third parties. `baseline`: a secret, a key or a certificate, PKCE, bearer tokens or bound ones.
 * `fapi2`, the FAPI 2.0 Security Profile: no secrets, pushed authorization requests, no token without what it is bound to.
 * `fapi2-message-signing`, FAPI 2.0 Message Signing beside it: authorization requests and responses are signed.
 */
export const profiles = ['baseline', 'fapi2', 'fapi2-message-signing'] as const;
export type Profile = (typeof profiles)[number];

export const isFapi2 = (profile: Profile): boolean => profile !== 'baseline';
export const signsMessages = (profile: Profile): boolean => profile === 'fapi2-message-signing';
