/** The result of one check. `advice`: what an operator does about it. */
export interface Finding {
  readonly check: string;
  /** What was looked at: a service, a server, a file. */
  readonly subject: string;
  readonly status: 'ok' | 'warning' | 'fault';
  readonly text: string;
  readonly advice?: string;
}

type FindingText = Pick<Finding, 'status' | 'text' | 'advice'>;

export const ok = (text: string): FindingText => ({ status: 'ok', text });
export const warning = (text: string, advice: string): FindingText => ({ status: 'warning', text, advice });
export const fault = (text: string, advice: string): FindingText => ({ status: 'fault', text, advice });

/** The finding of a check. One that cannot be made is a fault, with `advice`. */
export async function finding(
  check: string,
  subject: string,
  look: () => Promise<FindingText> | FindingText,
  advice = 'Mend what the message names.',
): Promise<Finding> {
  try {
    return { check, subject, ...(await look()) };
  } catch (error) {
    return { check, subject, ...fault((error as Error).message, advice) };
  }
}

/** `ok` up to `warnAbove`, a warning up to `faultAbove`, a fault beyond. */
export function gradedFinding(
  value: number,
  { warnAbove, faultAbove }: { readonly warnAbove: number; readonly faultAbove: number },
  text: string,
  advice: string,
): FindingText {
  if (value > faultAbove) return fault(text, advice);
  return value > warnAbove ? warning(text, advice) : ok(text);
}

export const seconds = (value: number): string => `${value.toFixed(1)} s`;
