import { cookieIn, setCookie } from '@open-banking/http';
import { languages, type Language } from './locale.js';

/** `shown`: the page of an approval was; its answer may be on the way. `sent`: an answer came here. */
export type AnswerState = 'shown' | 'sent';

/** A browser's memory of an answer, so that the next page is true to it, also without a database. */
export interface AnswerMarker {
  readonly state: AnswerState;
  readonly language: Language;
}

/** Seconds; as long as an interaction's way back is kept. */
const keptSeconds = 86_400;

const isName = (id: string | undefined): id is string => id !== undefined && /^[\w-]{1,64}$/.test(id);

/** `id` names the interaction, or what is approved on the bank's own pages. */
export const answerMarkerCookie = (
  id: string,
  { state, language }: AnswerMarker,
  { path, secure }: { readonly path: string; readonly secure: boolean },
): string => setCookie(`answer_${id}`, `${state}.${language}`, { path, secure, sameSite: 'Lax', maxAgeSeconds: keptSeconds });

/** The last answer that this browser got; undefined if it got none about this id. */
export function answerMarkerOf(header: string | undefined, id: string | undefined): AnswerMarker | undefined {
  const value = isName(id) ? cookieIn(header, `answer_${id}`) : undefined;
  const [state, language] = (value ?? '').split('.');
  return state === 'shown' || state === 'sent' ? { state, language: languages.find((one) => one === language) ?? 'en' } : undefined;
}
