/** An answer whose status or headers are not the usual ones of its operation. Services return it; the adapter of libs/service writes it. */
export class Answer<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly status?: number,
  ) {}
}

export type HandlerAhead = (this: unknown, principal: object, ...more: unknown[]) => Promise<unknown>;

/** Answers by the principal they are for: of one request, and taken once. */
const answers = new WeakMap<object, Promise<unknown>>();

/** Keeps an answer for the request that `principal` was made for, until its handler is called. */
export function keepAnswerAhead(principal: object, answer: Promise<unknown>): void {
  // An answer that is not used has no one to handle its failure.
  answer.catch(() => undefined);
  answers.set(principal, answer);
}

/** The handler of an operation with `ahead`: what was looked up ahead for this very principal, or what it looks up now. */
export const takingAnswersAhead = (handler: HandlerAhead): HandlerAhead =>
  function (this: unknown, principal, ...more) {
    const answer = answers.get(principal);
    if (!answer) return handler.call(this, principal, ...more);
    answers.delete(principal);
    return answer;
  };
