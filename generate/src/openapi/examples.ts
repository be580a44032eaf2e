import { CannotGenerate } from '../cannot-generate.js';
import { existsSync, readFileSync } from 'node:fs';
import { asPattern, parametersOf, type Operation } from '@open-banking/spec';

/** One request and its answer, as `npm run generate -- examples` wrote them down. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: unknown };
}

/** The examples of one operation: a call that succeeds, and calls that the bank refuses. */
export interface Examples {
  readonly success: Exchange;
  readonly errors: readonly Exchange[];
}

const folder = new URL('../../../docs/openapi/examples/', import.meta.url);

/** The committed examples of an operation. Throws where there are none: an operation without them is not published. */
export function examplesOf({ id }: Pick<Operation, 'id'>): Examples {
  const file = new URL(`${id}.json`, folder);
  if (!existsSync(file)) throw new CannotGenerate(`${id} has no examples: run \`npm run generate -- examples\``);
  return JSON.parse(readFileSync(file, 'utf8')) as Examples;
}

/** A value as an OpenAPI document shows it. */
export const withExamples = (value: unknown): { readonly examples?: object } =>
  value === undefined ? {} : { examples: { demo: { summary: 'From the demo bank; long lists are cut to three entries.', value } } };

/** The values of path parameters in the call that succeeds, by name. */
export function pathExamples({ path }: Operation, { success }: Examples): Readonly<Record<string, string>> {
  const [, ...values] = new RegExp(asPattern(path, '([^/]+)')).exec(success.request.path.split('?')[0]!) ?? [];
  return Object.fromEntries(parametersOf(path).map((name, at) => [name, values[at]!]));
}

interface Body {
  readonly tppMessages?: readonly { readonly code: string }[];
}

/** The body of the refusal with this status and code, where one is among the examples. */
export const refusalExample = ({ errors }: Examples, status: number, code: string): unknown =>
  errors.find(({ answer }) => answer.status === status && (answer.body as Body | undefined)?.tppMessages?.[0]?.code === code)?.answer.body;
