import { codes, type Code } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { HttpResponse } from '@open-banking/operator-client';

/** The code with which an operation refuses an id that is not its client's, whoever has it. */
export const unknownCode = ({ token, kind, permission }: Operation): Code =>
  kind === 'business' && token?.issuer === 'consents' && permission === undefined ? 'CONSENT_UNKNOWN' : 'RESOURCE_UNKNOWN';

/** What a client can see of an answer: all of it, but for the values that belong to this one request (its id, its time, its limits). */
export function visible({ status, text, headers }: HttpResponse) {
  const { 'x-request-id': _, date, ratelimit, ...others } = headers;
  return { status, text, headerNames: Object.keys(headers).sort(), headers: others };
}

/** Asserts that two answers cannot be told apart, and that they are the refusal of an unknown id. */
export function expectUnknown(row: Operation, answers: readonly HttpResponse[]): void {
  const code = unknownCode(row);
  for (const answer of answers) {
    expect(answer).toAnswer(codes[code].status, { tppMessages: [{ category: 'ERROR', code }] });
    expect(visible(answer)).toEqual(visible(answers[0]!));
  }
}
