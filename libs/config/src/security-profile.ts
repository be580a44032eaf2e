/**
 * What a bank asks of third parties. `baseline`: a secret, a key or a certificate, PKCE, bearer tokens or bound ones.
 * `fapi2`, the FAPI 2.0 Security Profile: no secrets, pushed authorization requests, no token without what it is bound to.
 */
export const profiles = ['baseline', 'fapi2'] as const;
export type Profile = (typeof profiles)[number];
