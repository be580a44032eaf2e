import type { Transaction } from './database.js';

/** The statuses of a state machine, each with the statuses that may follow it. A status that none may follow is final. */
export type Transitions = Readonly<Record<string, readonly string[]>>;

/** The statuses from which `To` can be reached in one transition; where `To` is several statuses, those from which each of them can. */
export type StatusBefore<Table extends Transitions, To> = {
  [From in keyof Table & string]: [To] extends [Table[From][number]] ? From : never;
}[keyof Table & string];

/**
 * The shape of every state machine: the one place where the status of its rows changes. `Details` is what is stored with a change, such as
 * its reason; `Id` is the key of a row.
 */
export interface StateMachine<Table extends Transitions, Details extends readonly unknown[] = [], Id = string> {
  /** Moves a row along one transition, with all that belongs to the change. Returns false, without a change, if its status is not `from`. */
  move<To extends keyof Table & string>(
    tx: Transaction,
    id: Id,
    from: StatusBefore<Table, To>,
    to: To,
    ...details: Details
  ): Promise<boolean>;
}

/** Whether no status may follow this one. */
export const isFinal = <Table extends Transitions>(transitions: Table, status: keyof Table & string): boolean =>
  transitions[status]!.length === 0;
