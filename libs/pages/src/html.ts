/** Text that is markup already. Everything else is escaped where it is put in. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | false | undefined | readonly Piece[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** html`<p>${name}</p>`: values are escaped, pieces of html and lists of them are not; `false` and `undefined` are nothing. */
export const html = (literals: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(literals.reduce((text, literal, index) => text + markup(pieces[index - 1]) + literal));

function markup(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(markup).join('');
  return String(piece).replace(/[&<>"']/g, (character) => entities[character]!);
}
