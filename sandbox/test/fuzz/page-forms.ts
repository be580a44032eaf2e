import { parametersOf, type Operation } from '@open-banking/spec';
import { exchange, formsOf, ownAddress } from '@open-banking/testing';
import { filled } from '../sweep/everything.js';

/** Names and values of fields, as a browser sends them. */
export type Fields = Readonly<Record<string, string>>;

/** What can be sent from the page of a row, in an open session: each of its forms, by each of its buttons. */
export async function formsAt(
  baseUrl: string,
  row: Operation,
  cookie: string,
  params: Readonly<Record<string, readonly string[]>>,
): Promise<Fields[]> {
  const values = parametersOf(row.path).map((name) => [name, encodeURIComponent(params[name]?.[0] ?? 'x')] as const);
  const at = filled(row, Object.fromEntries(values));
  const { text } = await exchange(baseUrl + at, { from: ownAddress(), headers: { cookie, accept: 'text/html' } });
  return formsOf(text)
    .filter(({ action }) => new URL(action, baseUrl + at).pathname === at)
    .flatMap(({ fields, buttons }) => {
      const sent = fields.filter(({ type, name, checked }) => name !== '' && (checked || !['checkbox', 'radio'].includes(type)));
      const own = Object.fromEntries(sent.map(({ name, value }) => [name, value]));
      const by = buttons.filter(({ name }) => name !== '').map(({ name, value }) => ({ ...own, [name]: value }));
      return by.length > 0 ? by : [own];
    });
}
