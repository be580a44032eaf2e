/** The environment variable with the port of the scheduler that a service asks before each statement. */
export const gateVariable = 'INTERLEAVE_PORT';

/** The environment variable with the service's name, by which the scheduler has it run recurring work. */
export const serviceVariable = 'INTERLEAVE_SERVICE';

/** Requests of actors have an X-Request-ID that begins so. Statements of all other work pass. */
export const actorPrefix = 'ac70ac70';

/** A change of one statement's text, for the actors only: `from` must stand in it exactly once. */
export interface StatementChange {
  readonly statement: string;
  readonly from: string;
  readonly to: string;
}

/** What waits for leave to go on: an actor at a statement, jobs and recurring work before they begin. */
export type GateRequest =
  | { readonly kind: 'statement'; readonly actor: string; readonly statement: string; readonly backend: number }
  | { readonly kind: 'job'; readonly job: string; readonly data: readonly object[] }
  | { readonly kind: 'task'; readonly task: string };

export type FromService =
  | ({ readonly id: number } & GateRequest)
  /** A statement has been answered, and what follows from it has been asked. */
  | { readonly kind: 'done'; readonly id: number; readonly actor: string }
  /** The job or the recurring work of an actor has ended. */
  | { readonly kind: 'end'; readonly actor: string }
  | { readonly kind: 'hello'; readonly service: string }
  | { readonly kind: 'changed' }
  | { readonly kind: 'fault'; readonly text: string };

export type ToService =
  /** Leave for what has asked. A job or a task that is an actor learns its name. */
  | { readonly kind: 'go'; readonly id: number; readonly actor?: string }
  /** Runs recurring work now. */
  | { readonly kind: 'run'; readonly task: string }
  /** From now on actors run these statements changed. */
  | { readonly kind: 'change'; readonly statements: readonly StatementChange[] };
