/** Texts of which nothing is seen, and letters that are not seen for their marks. */
export const unreadableTexts: readonly string[] = [
  ...['\u2800', '\u034f', '\u180b', '\ufe0f', '\u17b4', '\u{16fe4}', '\u0301', '\u05b0\u05b1', '\uffff', '\ufdd0', '\u0378', '\u3164'],
  ...['\u{e0001}', ' \u2800 ', `a${'\u0301'.repeat(9)}`, `a${'\u0301'.repeat(60)}`, `ש${'\u05b0'.repeat(60)}`],
];

/** Texts that people read, with joiners and marks of several scripts. */
export const readableTexts: readonly string[] = [
  ...['Dana', 'דָּנָה', 'سَمِير', 'می\u200cخواهم', `a${'\u0301'.repeat(8)}`, '👍\ufe0f', '+', '7'],
];
