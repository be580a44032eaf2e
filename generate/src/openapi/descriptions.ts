import { CannotGenerate } from '../cannot-generate.js';
import { parametersOf, scopesNeeded, type Operation } from '@open-banking/spec';
import type { DocumentedHandler } from '../handlers.js';
import { documentedAnswers } from './responses.js';

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** A sentence begins with a capital, a digit or code, and ends with a full stop. */
const isSentence = (text: string | undefined): boolean => text !== undefined && /^[\p{Lu}\p{N}`“"].*\.$/su.test(text);

/** The fields of a schema, at any depth, that no sentence describes. `path` is like `transactions.booked[].valueDate`. */
export function undescribedFields(schema: object, path = ''): string[] {
  const { properties = {}, items, anyOf = [] } = schema as Node;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => {
      const place = path === '' ? name : `${path}.${name}`;
      return [...(isSentence(field.description) ? [] : [place]), ...undescribedFields(field, place)];
    }),
    ...(items ? undescribedFields(items, `${path}[]`) : []),
    ...anyOf.flatMap((one) => undescribedFields(one, path)),
  ];
}

/** Everything about an operation that a sentence must describe and none does: the operation itself, its path parameters, and each field. */
export function undescribedIn({ row, shapes, parameters, tag }: DocumentedHandler): string[] {
  const schemas = [shapes.query, shapes.body, ...documentedAnswers(row, shapes).map(([, schema]) => schema)];
  return [
    ...(isSentence(shapes.description) ? [] : ['itself']),
    ...(isSentence(tag.description) ? [] : [`tag ${tag.name}`]),
    ...parametersOf(row.path).filter((name) => !isSentence(parameters[name])),
    ...schemas.flatMap((schema) => (schema ? undescribedFields(schema) : [])),
  ].map((place) => `${row.id} ${place}`);
}

/** Throws where something has no sentence: what nobody has described is not published. */
export function refuseUndescribed(handled: Iterable<DocumentedHandler>): void {
  const missing = [...handled].flatMap(undescribedIn);
  if (missing.length > 0)
    throw new CannotGenerate(`These need a \`description\`, a sentence with a full stop: ${[...new Set(missing)].join(', ')}`);
}

const kinds = { client: 'a client token', customer: 'a customer token', either: 'a client or customer token' } as const;

/** What a call of the operation needs, from its row. */
function needsOf({ token, permission, availableAccounts, kind }: Operation): string {
  if (kind === 'sandbox') return 'Needs a sandbox key.';
  if (!token) return 'Needs no token.';
  const scopes = scopesNeeded(token).map((scope) => `\`${scope}\``);
  const shown = `Needs ${kinds[token.kind]} of the ${token.issuer} issuer with scope ${scopes.join(' or ')}`;
  if (token.kind === 'either') return `${shown}; only the client that created the resource can use it.`;
  if (!token.consent) return `${shown}.`;
  const lists = availableAccounts ? ', or for the lists of accounts alone' : '';
  return `${shown}, the header \`Consent-ID\` and a valid consent with the permission \`${permission}\`${lists}.`;
}

/** What the operation does, in its handler's words, and what it needs. */
export const descriptionOf = ({ row, shapes }: DocumentedHandler): string => `${shapes.description} ${needsOf(row)}`;
