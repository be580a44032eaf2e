import { parametersOf, type Operation } from '@open-banking/spec';
import { exchange, formsOf, ownAddress } from '@open-banking/testing';
import { filled } from '@open-banking/testing/sweep';

/** Names and values of fields, as a browser sends them. */
export type Fields = Readonly<Record<string, string>>;

const isChoice = (type: string): boolean => ['checkbox', 'radio'].includes(type);

/** What can be sent from a page to its own address: each of its forms, by each of its buttons. Of choices without any chosen the first one is; `typed` is what somebody types. */
export function formsIn(text: string, at: URL, typed: Fields = {}): Fields[] {
  return formsOf(text)
    .filter(({ action }) => new URL(action, at).pathname === at.pathname)
    .flatMap(({ fields, buttons }) => {
      const named = fields.filter(({ name }) => name !== '');
      const firsts = named.filter(({ type, name }, index) => isChoice(type) && named.findIndex((one) => one.name === name) === index);
      const standing = [...firsts, ...named.filter(({ type, checked }) => checked || !isChoice(type))];
      const own = Object.fromEntries(standing.map(({ name, value }) => [name, typed[name] ?? value]));
      const by = buttons.filter(({ name }) => name !== '').map(({ name, value }) => ({ ...own, [name]: value }));
      return by.length > 0 ? by : [own];
    });
}

/** What can be sent from the page of a row, in an open session. */
export async function formsAt(
  baseUrl: string,
  row: Operation,
  cookie: string,
  params: Readonly<Record<string, readonly string[]>>,
): Promise<Fields[]> {
  const values = parametersOf(row.path).map((name) => [name, encodeURIComponent(params[name]?.[0] ?? 'x')] as const);
  const at = new URL(filled(row, Object.fromEntries(values)), baseUrl);
  const { text } = await exchange(at.href, { from: ownAddress(), headers: { cookie, accept: 'text/html' } });
  return formsIn(text, at);
}
