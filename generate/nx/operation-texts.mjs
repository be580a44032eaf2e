// The texts of a new operation: what each file gets. `names` is of operation-names.mjs, `found` describes the model's handler
// (operation.mjs).

export const schemaText = ({ type, noun }) => `
export const ${type} = Type.Object(
  { ...discloses('none', { resourceId: Type.String({ format: 'uuid', description: 'The \`resourceId\` of the ${noun}.' }) }) },
  { additionalProperties: false },
);
export type ${type} = Static<typeof ${type}>;
`;

export const statementText = ({ type, statement, method, noun, parameter }, { prefix }) => `
export interface ${type}Row {
  readonly resourceId: string;
}

/** No row: the ${noun} does not exist, belongs to another customer or is not covered. The caller must not be able to tell which. */
export const ${statement} = statement<${type}Row, [psuId: string, granted: ResourceGrants, ${parameter}: string]>(
  '${prefix}.${method}',
  /* sql */ \`
  select h.resource_id as "resourceId"
  from holder h
  where h.psu_id = $1 and \${isGranted} and h.resource_id = $3
\`,
  { standby: true },
);
`;

export const methodText = ({ type, statement, method, parameter }, { principal, type: principalType }) =>
  `  async ${method}(${principal}: ${principalType}, ${parameter}: string): Promise<${type}> {
    const row = await this.database.row(${statement}, ${principal}.psuId, ${principal}.granted, ${parameter});
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { ${parameter} });
    return row;
  }`;

export const handlerText = (
  { id, type, method, noun, part, parameter },
  { decorator, principal, type: principalType, property },
  product,
) =>
  `  @Serves(${product}.${id}, {
    description: 'Reads the ${part} of one ${noun}.',
    answers: ${type},
  })
  ${method}(@${decorator}() ${principal}: ${principalType}, @Param() { ${parameter} }: ParamsOf<typeof ${product}.${id}.path>): Promise<${type}> {
    return this.${property}.${method}(${principal}, ${parameter});
  }`;

/** The test of the operation. `kit`: the function of the service's tests that makes such a resource, such as `aCard` of `a-card.ts`. */
export const testText = ({ path, noun, parameter }, service, kit) => `import { randomUUID } from 'node:crypto';
import { newCustomer, runningBank } from '@open-banking/testing';
import { ${kit} } from './a-${noun.replaceAll(' ', '-')}.js';

describe('GET ${path}', () => {
  const bank = runningBank([${[...new Set(['ais-pis', service])].map((one) => `'${one}'`).join(', ')}]);
  const pathOf = (id: string): string => \`${path.replace(/\{[\w-]+\}/, '${id}')}\`;

  it("answers for a customer's own ${noun}, and refuses another customer's, an unknown id and a malformed id identically", async () => {
    const customer = await newCustomer(bank);
    const own = await ${kit}(bank, [customer]);
    const theirs = await ${kit}(bank, [await newCustomer(bank)]);
    const caller = (await (await bank.client()).consentedBy(customer)).paced;
    expect(await caller.get(pathOf(own.${parameter}))).toAnswer(200, { resourceId: own.${parameter} });
    const refused = await Promise.all([theirs.${parameter}, randomUUID(), 'not-an-id'].map((id) => caller.get(pathOf(id))));
    expect(new Set(refused.map(({ status, text }) => \`\${status} \${text}\`)).size).toBe(1);
    expect(refused[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });
});
`;
