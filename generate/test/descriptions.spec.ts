import { withDescription } from '@open-banking/messages';
import { cards, operations, products } from '@open-banking/spec';
import { Type, type TSchema } from 'typebox';
import { handledOperations, type DocumentedHandler } from '../src/handlers.js';
import { refuseUndescribed, undescribedFields } from '../src/openapi/descriptions.js';
import { openApi } from '../src/openapi/document.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name?: string; readonly description?: string }[];
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

describe('an OpenAPI document', () => {
  let handled: Map<string, DocumentedHandler>;
  let documents: Document[];
  beforeAll(async () => {
    handled = await handledOperations();
    documents = products.map(({ product }) => openApi(product, handled) as unknown as Document);
  });

  const written = () => documents.flatMap(({ paths }) => Object.values(paths).flatMap((methods) => Object.values(methods)));

  it('gives each operation a summary, a description and one of its tags', () => {
    expect(written()).toHaveLength(operations.length);
    for (const { tags, paths } of documents) {
      const names = tags.map(({ name, description }) => (expect(description).toMatch(/\.$/), name));
      expect(new Set(names).size).toBe(names.length);
      for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
        expect(operation.summary).toMatch(/^[A-Z]/);
        expect(operation.description).toMatch(/\. Needs .*\.$/s);
        expect(names).toEqual(expect.arrayContaining([...operation.tags]));
        expect(operation.tags).toHaveLength(1);
      }
    }
  });

  it('says which token, scope and permission an operation needs, as its row does', () => {
    const writtenOperation = (id: string) => written().find(({ operationId }) => operationId === id)!.description;
    expect(writtenOperation('readCardBalances')).toContain(
      'Needs a customer token of the consents issuer with scope `AIS:<consentId>`, the header `Consent-ID` and a valid consent with the permission `balances`.',
    );
    expect(writtenOperation('listCards')).toContain('permission `accounts`, or for the lists of accounts alone.');
    expect(writtenOperation('createPayment')).toContain('Needs a client token of the payments issuer with scope `PIS`.');
    expect(writtenOperation('readMandate')).toContain(
      'Needs a client or customer token of the mandates issuer with scope `MANDATE` or `MANDATE:<resourceId>`; only the client that created',
    );
    expect(writtenOperation('readPaymentsMetadata')).toContain('Needs no token.');
  });

  it('describes each parameter of path and query', () => {
    for (const { operationId, parameters } of written())
      for (const { name, description } of parameters)
        expect([operationId, name, description]).toEqual([
          operationId,
          name,
          name === undefined ? undefined : expect.stringMatching(/\.$/),
        ]);
  });

  it('is not generated with an operation or a field that no sentence describes', () => {
    const operation = handled.get(cards.readCard.id)!;
    const answering = (answers: TSchema, description = operation.shapes.description): DocumentedHandler => ({
      ...operation,
      shapes: { ...operation.shapes, answers, description },
    });
    const note = (description?: string) =>
      Type.Object({ notes: Type.Array(Type.Object({ text: Type.String({ description }) }), { description: 'Notes.' }) });
    expect(() => refuseUndescribed([answering(note('What the note says.'))])).not.toThrow();
    expect(() => refuseUndescribed([answering(note())])).toThrow(
      'need a `description`, a sentence with a full stop: readCard notes[].text',
    );
    expect(() => refuseUndescribed([answering(note('what the note says'))])).toThrow('readCard notes[].text');
    expect(() => refuseUndescribed([answering(note('What the note says.'), '')])).toThrow('readCard itself');
    expect(() => refuseUndescribed([{ ...operation, parameters: {} }])).toThrow('readCard card-id');
    expect(() => openApi(cards.product, new Map([...handled, [operation.row.id, answering(note())]]))).toThrow('readCard notes[].text');
  });

  it('describes a field where it stands: a schema that many fields use has a sentence for each', () => {
    const Name = Type.String({ description: 'Any name.' });
    const both = Type.Object({
      given: withDescription(Type.Optional(Name), 'The given name.'),
      family: Type.Optional(withDescription(Name, 'The family name.')),
    });
    expect(undescribedFields(both)).toEqual([]);
    expect(both.properties).toMatchObject({ given: { description: 'The given name.' }, family: { description: 'The family name.' } });
    expect(both.required ?? []).toEqual([]);
    expect((Name as { description?: string }).description).toBe('Any name.');
  });
});
