/** The policies for signed requests: signatures are ignored, verified where there is one, or required. */
export const signaturePolicies = ['off', 'verify-if-present', 'required'] as const;
export type SignaturePolicy = (typeof signaturePolicies)[number];
