/** A form of a page: its target, its fields with their current values, and its buttons. */
export interface Form {
  readonly action: string;
  readonly fields: readonly Field[];
  readonly buttons: readonly { readonly name: string; readonly value: string }[];
}

export interface Field {
  readonly type: string;
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  /** The label of a checkbox or radio button. */ readonly label: string;
}

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].slice(1).map(([, name, value]) => [name!.toLowerCase(), plain(value ?? '')]),
  );

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);

/** The text of an HTML fragment, without tags. */
export const visibleText = (html: string): string =>
  plain(html.replace(/<(script|style)[^]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** The forms of a page. A control outside its form refers to it with `form="<id>"`. */
export function formsOf(html: string): Form[] {
  const controls = [...html.matchAll(/<(input|button)\b[^>]*>/g)].map((found) => ({
    tag: found[1]!,
    at: found.index,
    of: attributesOf(found[0]),
  }));
  return [...html.matchAll(/<form\b[^>]*>/g)].map((found) => {
    const { action = '', id } = attributesOf(found[0]);
    const end = html.indexOf('</form>', found.index);
    const own = controls.filter(({ at, of }) => (of['form'] === undefined ? at > found.index && at < end : of['form'] === id));
    return {
      action,
      fields: own
        .filter(({ tag }) => tag === 'input')
        .map(({ at, of }) => ({
          type: of['type'] ?? 'text',
          name: of['name'] ?? '',
          value: of['value'] ?? '',
          checked: 'checked' in of,
          label: visibleText(html.slice(at, html.indexOf('</label>', at))),
        })),
      buttons: own.filter(({ tag }) => tag === 'button').map(({ of }) => ({ name: of['name'] ?? '', value: of['value'] ?? '' })),
    };
  });
}

/** The error message of a page; empty if there is none. */
export const alertOf = (html: string): string => visibleText(/<[^>]*role="alert"[^>]*>([^]*?)<\/(?:div|p)>/.exec(html)?.[1] ?? '');
/** The line under an error with its code and description, if the page has one. */
export const errorDetailsOf = (html: string): string => visibleText(/<p class="soft">[^<]*<code>([^]*?)<\/code>/.exec(html)?.[1] ?? '');
export const titleOf = (html: string): string => visibleText(/<title>([^]*?)<\/title>/.exec(html)?.[1] ?? '');
