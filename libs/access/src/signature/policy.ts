/** What a bank asks of requests: signatures are not looked at, verified where there is one, or required. */
export const signaturePolicies = ['off', 'verify-if-present', 'required'] as const;
export type SignaturePolicy = (typeof signaturePolicies)[number];

/** Any of these makes a request a signed one. */
export const signatureHeaders = ['signature', 'digest', 'tpp-signature-certificate'] as const;
