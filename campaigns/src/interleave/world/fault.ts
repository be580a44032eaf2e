/** A fault, where there is one. */
export const fail = (isFault: boolean, text: string): string[] => (isFault ? [text] : []);
