/** Any of these makes a request a signed one. */
export const signatureHeaders = ['signature', 'digest', 'tpp-signature-certificate'] as const;
