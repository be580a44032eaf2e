import type { CheckReply, CheckRequest } from './check-port.js';

const holdFrom = 10_000;

/** Rules to try by hand: a word in the remittance information or the creditor's name, or an amount of 10,000 and more. */
export function sandboxReply({ facts }: Pick<CheckRequest, 'facts'>): CheckReply {
  const { creditorName, remittanceInformationUnstructured, amount } = facts as {
    creditorName: string;
    remittanceInformationUnstructured?: string;
    amount: { amount: string };
  };
  const text = `${remittanceInformationUnstructured ?? ''} ${creditorName}`;
  const [, word, code] = /\b(REFUSE|HOLD|LATER|SILENT|FAULT)\b(?: ([A-Z]{2}[A-Z0-9]{2})\b)?/.exec(text) ?? [];
  if (word === 'REFUSE') return { decision: 'refuse', ...(code !== undefined && { reason: code }) };
  if (word === 'LATER') return 'later';
  if (word === 'SILENT') return 'never';
  if (word === 'FAULT') return 500;
  if (word === 'HOLD') return { decision: 'hold', note: 'The payment says HOLD.' };
  return Number(amount.amount) >= holdFrom ? { decision: 'hold', note: `An amount of ${holdFrom} or more.` } : { decision: 'allow' };
}
