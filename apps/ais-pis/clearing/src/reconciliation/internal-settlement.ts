/**
 * SQL: whether the creditor of an instruction `i` that was given to a core has an account here, so that clearing never settles it. An
 * account that is erased has lost its number: then the message says so itself.
 */
export const isInternalSettlement = /* sql */ `i.by_core and coalesce((i.message -> 'settledHere')::boolean, (select true from account a where a.iban = i.message -> 'creditorAccount' ->> 'iban' limit 1), false)`;
