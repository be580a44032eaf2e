/** How long before it expires a certificate of the authority is replaced. */
export const renewBeforeMs = 30 * 86_400_000;
