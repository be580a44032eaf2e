/** Why this bank did not make a payment: ISO 20022 ExternalStatusReason1Code, and what the client is told of it. */
export const reasons = {
  NOAS: 'The customer did not approve the payment in time.',
  CUST: 'The customer decided against the payment.',
  AM04: "There is not enough money on the debtor's account.",
  AC04: "The debtor's account is closed.",
  AC06: "The debtor's account is blocked.",
  AC01: "The creditor's bank knows no such account.",
  AC07: "The creditor's account is closed.",
  AC14: "The creditor's account is of a kind that cannot be paid to.",
  AM03: 'One of the accounts has another currency than the payment.',
} as const satisfies Record<string, string>;

/** A reason of this bank's own. */
export type OwnReason = keyof typeof reasons;

/**
 * Why a payment came to nothing: of this bank's own, or as clearing gave it. Clearing's may be any ExternalStatusReason1Code
 * (pacs.002) or ExternalReturnReason1Code (pacs.004), also one that was not known when this was written, or another bank's own words.
 */
export type PaymentReason = string;

/** What clearing's usual codes mean, said of the creditor's side. Any other code is shown as it came. */
export const clearingReasons: Readonly<Record<string, string>> = {
  AB05: "The creditor's bank did not answer in time.",
  AB06: 'Clearing did not answer in time.',
  AB08: "The creditor's bank could not be reached.",
  AB09: "The creditor's bank had a technical fault.",
  AB10: 'Clearing had a technical fault.',
  AC01: "The creditor's bank knows no such account.",
  AC03: "The creditor's account number is not valid.",
  AC04: "The creditor's account is closed.",
  AC06: "The creditor's account is blocked.",
  AC07: "The creditor's account is closed.",
  AC14: "The creditor's account is of a kind that cannot be paid to.",
  AG01: "The creditor's account does not accept this kind of payment.",
  AG03: "The creditor's bank does not support this kind of payment.",
  AG10: 'A bank of this payment is suspended from the scheme.',
  AG11: "The creditor's bank is suspended from the scheme.",
  AM02: "The creditor's bank does not accept this amount.",
  AM03: "The creditor's bank does not accept this currency.",
  AM05: "The creditor's bank takes the payment for a duplicate.",
  AM09: 'The amount is not the one expected.',
  AM14: "The amount is above a limit of the creditor's account.",
  AM23: 'The amount is above what the scheme can settle now.',
  BE01: "The creditor's name does not fit the account.",
  BE04: "The creditor's address is missing or not accepted.",
  CNOR: "The creditor's bank is not registered under this BIC.",
  CUST: 'The creditor did not want the payment.',
  DUPL: 'The payment is a duplicate of another.',
  FOCR: 'The payment is returned because its cancellation was asked for.',
  FRAD: 'The payment is suspected to be fraudulent.',
  LEGL: 'The law forbids the payment.',
  MD07: 'The creditor has died.',
  MS02: 'The creditor gave no reason.',
  MS03: "The creditor's bank gave no reason.",
  NARR: "The creditor's bank gave its reason in words of its own.",
  NOAS: 'The creditor did not answer.',
  RC01: "The BIC of the creditor's bank is not valid.",
  RC04: "The creditor's bank is not known.",
  RR02: "The debtor's name or address is missing.",
  RR03: "The creditor's name or address is missing.",
  RR04: 'A regulation forbids the payment.',
  TECH: 'There was a technical fault.',
  TM01: "The payment came after the scheme's cut-off.",
};

/** What a client is told of a reason. */
export function reasonText(reason: PaymentReason, { byClearing }: { readonly byClearing: boolean }): string {
  const known = byClearing ? clearingReasons : (reasons as Readonly<Record<string, string>>);
  if (Object.hasOwn(known, reason)) return known[reason]!;
  return byClearing
    ? "The creditor's bank gave this reason (ISO 20022 external code, or words of its own)."
    : 'The payment could not be made.';
}
