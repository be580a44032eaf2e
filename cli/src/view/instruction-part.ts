import { html, type Html } from '@open-banking/pages';
import { actForm } from './acts.js';
import { openProposals } from './decisions.js';
import { badge, code, facts, time } from './parts.js';
import type { Visit } from './visit.js';

/** An instruction to clearing about a payment, and its answer. */
export interface Instruction {
  readonly instructionId: string;
  readonly state: string;
  readonly reason: string | null;
  readonly instructedAt: string;
  readonly answerBy: string;
  /** Whether clearing has had its time, so that an operator may decide. */
  readonly late: boolean;
  /** An operator's decision, and an answer of clearing that contradicts it. */
  readonly note: string | null;
  readonly decided: string | null;
  readonly decidedReason: string | null;
  readonly contradictedBy: string | null;
  readonly contradictedAt: string | null;
  readonly settlementNote: string | null;
}

/** A payment at clearing, with what an operator can decide about it. */
export async function instructionPart(visit: Visit, instruction: Instruction): Promise<Html> {
  const { instructionId, state, reason, instructedAt, answerBy, late } = instruction;
  return html`<h2>Clearing</h2>${facts({
    Instruction: code(instructionId),
    State: badge(state),
    Reason: code(reason),
    Instructed: time(instructedAt),
    'Answer due': time(answerBy),
    'Decided because': instruction.note,
    'Contradicted (UTC)': time(instruction.contradictedAt),
    'Clearing says': code(instruction.contradictedBy),
    'Settled by': instruction.settlementNote,
  })}${await openProposals(visit, instructionId)}
${state === 'INSTRUCTED' && (late ? actForm(visit, 'resolveInstruction', { instructionId }, 'this payment, which moves money') : html`<p>If clearing has not answered by ${time(answerBy)} (UTC), an operator can decide it here.</p>`)}${settlement(visit, instruction)}`;
}

/** Clearing has answered otherwise than an operator had decided: the same decision is repeated, with what was done about it. */
function settlement(visit: Visit, instruction: Instruction): Html | undefined {
  const { instructionId, decided, decidedReason: reason, contradictedAt, settlementNote } = instruction;
  if (decided === null || contradictedAt === null || settlementNote !== null) return undefined;
  const form = actForm(visit, 'settleContradiction', { instructionId }, 'this contradiction; no money moves', {
    answer: decided.toLowerCase(),
    reason,
  });
  return html`<h2>Contradicted</h2><p>An operator decided ${code(decided)}, and clearing has then answered otherwise, which has moved no money. ${decided === 'REJECTED' ? 'The customer has the amount back, and the creditor has it too: recover it from the other bank' : html`The customer has paid and nobody has received it: run <code>openbank clearing report ${instructionId} returned</code>`}. Then note here what was done.</p>${form}`;
}
