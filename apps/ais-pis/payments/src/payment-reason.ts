/** Why this bank rejected a payment: ISO 20022 ExternalStatusReason1Code, with the text for the client. */
export const reasons = {
  NOAS: 'The customer did not approve the payment in time.',
  CUST: 'The customer decided against the payment.',
  DS0H: "The customers who approved the payment may not decide alone for the debtor's account any more.",
  AM04: "The debtor's account has insufficient funds.",
  AC04: "The debtor's account is closed.",
  AC06: "The debtor's account is blocked.",
  AC01: "The creditor's bank has no such account.",
  AC07: "The creditor's account is closed.",
  AC14: "The creditor's account is of a type that cannot receive payments.",
  AM03: 'One of the accounts has a currency other than that of the payment.',
  AM02: 'The bank does not allow the customer a payment of this amount.',
  AM14: 'The amount is above a limit that the customer has set.',
  AB06: 'The bank did not finish its check of the payment in time.',
  FRAD: 'The bank suspects that the payment is fraudulent.',
  LEGL: 'The payment is forbidden by law.',
  MS03: 'The bank does not execute the payment and gives no reason.',
  RR04: 'The payment is forbidden by a regulation.',
} as const satisfies Record<string, string>;

/** A reason given by this bank itself. */
export type OwnReason = keyof typeof reasons;

/**
 * Why a payment was rejected or returned, as given by this bank or by clearing. Clearing may give any ExternalStatusReason1Code
 * (pacs.002) or ExternalReturnReason1Code (pacs.004), including codes unknown here, or another bank's own text.
 */
export type PaymentReason = string;

/** Texts of clearing's common codes, from the creditor's side. Any other code is shown as received. */
export const clearingReasons: Readonly<Record<string, string>> = {
  AB05: "The creditor's bank did not answer in time.",
  AB06: 'Clearing did not answer in time.',
  AB08: "The creditor's bank could not be reached.",
  AB09: "The creditor's bank had a technical fault.",
  AB10: 'Clearing had a technical fault.',
  AC01: "The creditor's bank has no such account.",
  AC03: "The creditor's account number is not valid.",
  AC04: "The creditor's account is closed.",
  AC06: "The creditor's account is blocked.",
  AC07: "The creditor's account is closed.",
  AC14: "The creditor's account is of a type that cannot receive payments.",
  AG01: "The creditor's account does not accept this kind of payment.",
  AG03: "The creditor's bank does not support this kind of payment.",
  AG10: 'A bank of this payment is suspended from the scheme.',
  AG11: "The creditor's bank is suspended from the scheme.",
  AM02: "The creditor's bank does not accept this amount.",
  AM03: "The creditor's bank does not accept this currency.",
  AM04: reasons.AM04,
  AM05: "The creditor's bank considers the payment a duplicate.",
  AM09: 'The amount is not the expected one.',
  AM14: "The amount is above a limit of the creditor's account.",
  AM23: 'The amount is above what the scheme can currently settle.',
  BE01: "The creditor's name does not match the account.",
  BE04: "The creditor's address is missing or not accepted.",
  CNOR: "The creditor's bank is not registered under this BIC.",
  CUST: 'The creditor refused the payment.',
  DUPL: 'The payment is a duplicate of another.',
  FOCR: 'The payment is returned because its cancellation was requested.',
  FRAD: 'The payment is suspected to be fraudulent.',
  LEGL: 'The payment is forbidden by law.',
  MD07: 'The creditor has died.',
  MS02: 'The creditor gave no reason.',
  MS03: "The creditor's bank gave no reason.",
  NARR: "The creditor's bank gave its reason as free text.",
  NOAS: 'The creditor did not answer.',
  RC01: "The BIC of the creditor's bank is not valid.",
  RC04: "The creditor's bank is unknown.",
  RR02: "The debtor's name or address is missing.",
  RR03: "The creditor's name or address is missing.",
  RR04: 'The payment is forbidden by a regulation.',
  TECH: 'There was a technical fault.',
  TM01: "The payment arrived after the scheme's cut-off time.",
};

/** The text of a reason, as the client gets it. */
export function reasonText(reason: PaymentReason, { byClearing }: { readonly byClearing: boolean }): string {
  const known = byClearing ? clearingReasons : (reasons as Readonly<Record<string, string>>);
  if (Object.hasOwn(known, reason)) return known[reason]!;
  return byClearing
    ? "The creditor's bank gave this reason (an ISO 20022 external code, or its own text)."
    : 'The payment could not be executed.';
}
