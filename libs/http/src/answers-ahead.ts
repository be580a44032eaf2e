export type HandlerAhead = (this: unknown, reader: object, ...more: unknown[]) => Promise<unknown>;

/** Answers by the reader they are for: of one request, and taken once. */
const answers = new WeakMap<object, Promise<unknown>>();

/** Keeps an answer for the request that `reader` was made for, until its handler is called. */
export function keepAnswerAhead(reader: object, answer: Promise<unknown>): void {
  // An answer that is not used has no one to handle its failure.
  answer.catch(() => undefined);
  answers.set(reader, answer);
}

/** The handler of an operation with `ahead`: what was looked up ahead for this very reader, or what it looks up now. */
export const takingAnswersAhead = (handler: HandlerAhead): HandlerAhead =>
  function (this: unknown, reader, ...more) {
    const answer = answers.get(reader);
    if (!answer) return handler.call(this, reader, ...more);
    answers.delete(reader);
    return answer;
  };
