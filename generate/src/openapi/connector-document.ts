import type { Contract } from '@open-banking/contracts';
import { contractById } from '@open-banking/contracts/contract-by-id';
import { schemaOfClass } from '@open-banking/http';
import { parametersOf } from '@open-banking/spec';
import { json, type GeneratedFile } from '../generated-file.js';

const error = {
  description: 'The refusal, with what is wrong in `tppMessages`.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
};

/** A schema without what only this software's checks read. */
const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema)) as unknown;

const content = (type: string, schema: unknown) => ({ content: { [type]: { schema: plain(schema) } } });

function requestBody({ body }: Contract): object {
  if (body === undefined) return {};
  const described = typeof body === 'string' ? content(body, { type: 'string' }) : content('application/json', schemaOfClass(body));
  return { requestBody: { required: true, ...described } };
}

const operation = (contract: Contract): object => ({
  operationId: contract.id,
  parameters: parametersOf(contract.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ...requestBody(contract),
  responses: {
    ...(contract.response
      ? { '200': { description: 'Done.', ...content('application/json', contract.response) } }
      : { '204': { description: 'Done.' } }),
    default: error,
  },
});

const ofConnectors = (): Contract[] => [...contractById.values()].filter(({ operatorRoles = [] }) => operatorRoles.includes('connect'));

function paths(): Readonly<Record<string, Readonly<Record<string, object>>>> {
  const found: Record<string, Record<string, object>> = {};
  for (const contract of ofConnectors()) (found[contract.path] ??= {})[contract.method.toLowerCase()] = operation(contract);
  return found;
}

/** The operations of the internal ports that a bank's connectors call, from their contracts. */
export const connectorDocument = (): GeneratedFile =>
  json('docs/ports/connector.json', 'libs/contracts', {
    openapi: '3.1.0',
    info: {
      title: 'Operations for connectors',
      version: '1.0.0',
      description:
        "Operations on the internal ports of the services that the bank's connectors call, as operators with the role connect (docs/operators.md, docs/feed.md). Calls are signed. A field of a request that an operation does not know is refused; responses may get further fields.",
    },
    paths: paths(),
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          required: ['tppMessages'],
          properties: {
            tppMessages: {
              type: 'array',
              items: {
                type: 'object',
                required: ['code'],
                properties: { code: { type: 'string' }, path: { type: 'string' }, text: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  });
