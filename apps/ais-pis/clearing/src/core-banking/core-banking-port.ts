import type { SignedExchange } from '@open-banking/commands';
import type { PortInstruction } from './instruction-deliveries.statements.js';

/** What the core says of an instruction (docs/ports/core.json). */
export interface InstructionAnswer {
  readonly instructionId: string;
  readonly state: 'pending' | 'accepted' | 'rejected' | 'returned';
  readonly reason?: string;
}

const states: readonly unknown[] = ['pending', 'accepted', 'rejected', 'returned'];
const withReason: readonly unknown[] = ['rejected', 'returned'];

/** The port of the core that keeps the books. */
export class CoreBankingPort {
  constructor(private readonly exchange: SignedExchange) {}

  /** Tells the core what to do, or again: it knows the instruction by its id. */
  async instruct({ currency, amount, answerBy, ...instruction }: PortInstruction): Promise<InstructionAnswer> {
    const body = { ...instruction, amount: { currency, amount }, answerBy: answerBy.toISOString() };
    const answer = await this.exchange.ask<InstructionAnswer>('POST', '/instructions', body);
    if (!answer) throw new Error('the core has no port at this address (404)');
    return checked(answer, instruction.instructionId);
  }

  /** What became of an instruction; undefined: the core does not know it. */
  async look(instructionId: string): Promise<InstructionAnswer | undefined> {
    const answer = await this.exchange.ask<InstructionAnswer>('GET', `/instructions/${instructionId}`);
    return answer && checked(answer, instructionId);
  }
}

/** Throws unless it is an answer to this very instruction: the signature alone would let an old answer pass for another. */
function checked(answer: InstructionAnswer, instructionId: string): InstructionAnswer {
  const { state, reason } = answer;
  if (answer.instructionId !== instructionId) throw new Error('the core answered about another instruction');
  if (!states.includes(state)) throw new Error('the core answered with a state that is none');
  if (withReason.includes(state) !== (typeof reason === 'string'))
    throw new Error(`the core answered ${state} ${reason === undefined ? 'without' : 'with'} a reason`);
  return answer;
}
