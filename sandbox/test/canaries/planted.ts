/** What must not be found in clear, by what it is. */
export class Planted {
  readonly #texts = new Map<string, string>();

  /** Names and numbers that a client or somebody else sends; nobody has them. */
  readonly sent = {
    name: 'Zelophehad Quillfeather',
    iban: 'DE02120300000000202051',
    pan: '4929420573595709',
    account: '9876501234',
    password: 'Canary-Pass-9x7Q-planted',
    token: 'canaryTokenR2D2planted0123456789abcdefXYZ',
  } as const;

  constructor() {
    for (const [what, text] of Object.entries(this.sent)) this.add(`sent ${what}`, text);
  }

  add(what: string, text: string | null | undefined): void {
    // Shorter ones are found in other words, and in times and ids.
    if (text !== null && text !== undefined && text.length >= (/^\d+$/.test(text) ? 9 : 6)) this.#texts.set(what, text);
  }

  get texts(): readonly string[] {
    return [...this.#texts.values()];
  }

  /** What a text holds of it, in whatever case, also as a URL, a form or base64 writes it and in groups of four: `<what it is>`. */
  foundIn(text: string): string[] {
    const lower = text.toLowerCase();
    return [...this.#texts]
      .filter(([, secret]) => formsOf(secret).some((form) => lower.includes(form.toLowerCase())))
      .map(([what]) => what);
  }
}

const formsOf = (text: string): string[] => {
  const groups = /^[A-Z]{0,2}\d[A-Z0-9]{10,}$/.test(text) ? [text.replace(/(.{4})(?=.)/g, '$1 '), text.replace(/(.{4})(?=.)/g, '$1-')] : [];
  const encoded = encodeURIComponent(text);
  return [text, encoded, encoded.replaceAll('%20', '+'), ...[0, 1, 2].map((before) => base64(text, before)), ...groups];
};

/** Where so many bytes (of three) stand before it; without the characters that depend on what stands before and behind. */
const base64 = (text: string, before: number): string =>
  Buffer.from(`${' '.repeat(before)}${text}`)
    .toString('base64')
    .replace(/=+$/, '')
    .slice(before === 0 ? 0 : before + 1, -1);
