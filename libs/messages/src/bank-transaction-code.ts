/**
 * Whether a bank transaction code, as "PMNT-RCDT-RRTN", is of an entry that reverses an earlier one: because a payment was returned or
 * cancelled, or a direct debit returned, refunded or cancelled (ISO 20022 external bank transaction codes, sub-families).
 */
export const isReversalCode = (code: string | undefined): boolean =>
  code !== undefined && /^PMNT-[A-Z0-9]{4}-(RRTN|RPCR|UPDD|PRDD|RCDD)$/.test(code);
