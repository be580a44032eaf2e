import { CannotGenerate } from '../cannot-generate.js';
import { descriptionOf, refuseUndescribed } from './descriptions.js';
import { examplesOf, withExamples } from './examples.js';
import { headerParameters, parametersIn } from './parameters.js';
import { Components } from './schemas.js';
import { documentedAnswers, errorSchemas, responseHeaders, responsesOf } from './responses.js';
import { asOpenApi30 } from './openapi-3.0.js';
import { securityOf, securitySchemesOf } from './security.js';
import { refuseUnsuitable } from './suitability.js';
import { json, type GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { documentBaseUrl, limits, operations, products, sandboxRowsOf, services, type Operation, type Product } from '@open-banking/spec';

type Json = Record<string, unknown>;

/** `readCardBalances` is "Read card balances". */
const summary = (id: string): string => {
  const words = id.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
};

function operation(handled: DocumentedHandler, components: Components): Json {
  const { row, shapes } = handled;
  const examples = row.kind === 'sandbox' ? undefined : examplesOf(row);
  return {
    operationId: row.id,
    summary: summary(row.id),
    description: descriptionOf(handled),
    tags: [handled.tag.name],
    ...(row.deprecated && { deprecated: true, 'x-sunset': row.deprecated.lastDay }),
    security: securityOf(row),
    parameters: parametersIn(handled, components, examples),
    ...(shapes.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.inRequest(shapes.body), ...withExamples(examples?.success.request.body) } },
      },
    }),
    responses: responsesOf({ row, shapes, examples }, components),
    'x-limits': {
      given: productOf(row).given,
      class: row.limits,
      per: row.token ? 'client' : row.kind === 'sandbox' ? 'developer' : 'address',
      windows: limits[row.limits],
    },
    ...(row.permission && { 'x-permission': row.permission }),
  };
}

function paths(rows: readonly Operation[], handled: ReadonlyMap<string, DocumentedHandler>, components: Components): Json {
  const all: Record<string, Json> = {};
  for (const row of rows) {
    const found = handled.get(row.id);
    if (!found)
      throw new CannotGenerate(
        `No handler serves ${row.id} (${row.method} ${row.path}): add one to a controller in apps/${row.service}, with @Serves, or take its row out of libs/spec.`,
      );
    (all[row.path] ??= {})[row.method.toLowerCase()] = operation(found, components);
  }
  return all;
}

/** Those that something refers to: a document has no parts that nobody reads. */
const referred = (parts: Readonly<Record<string, unknown>>, kind: string, by: object): Json => {
  const text = JSON.stringify(by);
  return Object.fromEntries(Object.entries(parts).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
};

type Handled = ReadonlyMap<string, DocumentedHandler>;

/** The operations of these rows as OpenAPI 3.1: what the table says of them, with the schemas that validate their requests. */
function describe(head: Json, rows: readonly Operation[], handled: Handled): Json {
  const own = rows.flatMap(({ id }) => handled.get(id) ?? []);
  refuseUndescribed(own);
  const answered = own.flatMap(({ row, shapes }) => documentedAnswers(row, shapes).map(([, schema]) => schema));
  const components = new Components([...answered, ...errorSchemas]);
  const described = paths(rows, handled, components);
  const document = {
    openapi: '3.1.1',
    ...head,
    servers: [{ url: documentBaseUrl, description: "The bank's one base URL." }],
    tags: [...new Map(own.map(({ tag }) => [tag.name, tag])).values()],
    paths: described,
    components: {
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries(Object.entries(components.responses).sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: referred(headerParameters, 'parameters', described),
      headers: referred(responseHeaders, 'headers', [described, components.responses]),
      securitySchemes: securitySchemesOf(rows),
    },
  };
  refuseUnsuitable(document);
  return document;
}

const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

/** One product as OpenAPI 3.1. */
export const openApi = (product: Product, handled: Handled, rows = operations.filter((row) => row.product === product.id)): Json =>
  describe(
    {
      info: { title: product.title, version: product.version, license },
      'x-product': {
        plan: product.plan,
        ...(product.planVersion !== undefined && { planVersion: product.planVersion }),
        tier: product.tier,
        limits: product.given,
        service: product.service,
      },
    },
    rows,
    handled,
  );

/**
 * All products in one document, for clients that are generated once. A schema that two products call by one name has to be the same in
 * both, or nothing is generated.
 */
export function mergedOpenApi(handled: Handled, rows: readonly Operation[] = operations): Json {
  const titles = products.map(({ product: { title, version } }) => `${title} ${version}`);
  return describe(
    {
      info: {
        title: 'Open banking interface',
        version: '1',
        description: `All operations under one base URL. The products and their versions: ${titles.join(', ')}.`,
        license,
      },
    },
    rows,
    handled,
  );
}

/**
 * The operations for developers' own tests, which exist in the sandbox only: no product of the specification, with a document of their own.
 */
const sandbox: Product = {
  id: 'sandbox',
  title: 'Scenarios of the sandbox',
  version: '1',
  service: 'portal',
  plan: 'Default Plan',
  tier: 'Free',
  given: 'none: these operations are this bank\u2019s own',
};

function productOf({ product: id }: Operation): Product {
  return products.find(({ product }) => product.id === id)?.product ?? sandbox;
}

/** A document and its copy in OpenAPI 3.0.3, for the generators that read no later version. */
const inBothVersions = (name: string, from: string, document: Json): GeneratedFile[] => [
  json(`docs/openapi/${name}.json`, from, document),
  json(`docs/openapi/${name}-3.0.json`, from, asOpenApi30(document)),
];

export const openApiFiles = (handled: Handled): GeneratedFile[] => [
  ...products.flatMap(({ product }) =>
    inBothVersions(product.id, 'the table of operations and the handlers of its service', openApi(product, handled)),
  ),
  ...inBothVersions('open-banking', 'the table of operations and the handlers of the services', mergedOpenApi(handled)),
  ...inBothVersions(
    'sandbox',
    'the table of operations and the handlers of the portal',
    openApi(sandbox, handled, services.flatMap(sandboxRowsOf)),
  ),
];
