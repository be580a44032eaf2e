import { faultsOf } from '@open-banking/messages';
import { Type, type TSchema } from 'typebox';
import { Components } from '../src/openapi/schemas.js';

describe('the components of an OpenAPI document', () => {
  it('have one schema per name', () => {
    const components = new Components();
    const thing = (a: TSchema, options = {}) => Type.Object({ a }, { $id: 'Thing', ...options });
    components.inAnswer(thing(Type.String()));
    expect(() => components.inAnswer(thing(Type.Number()))).toThrow('Two schemas are called Thing');
    expect(components.inAnswer(thing(Type.String(), { description: 'Another use of it.' }))).toEqual({
      $ref: '#/components/schemas/Thing',
      description: 'Another use of it.',
    });
  });

  it('name a schema apart in requests if responses have it too', () => {
    const Thing = Type.Object({ a: Type.String() }, { $id: 'Thing', additionalProperties: false });
    const components = new Components([Type.Array(Thing)]);
    expect(components.inRequest(Type.Object({ thing: Thing }))).toMatchObject({
      properties: { thing: { $ref: '#/components/schemas/ThingInRequest' } },
    });
    expect(components.inAnswer(Thing)).toEqual({ $ref: '#/components/schemas/Thing' });
    expect(components.schemas).toMatchObject({ ThingInRequest: { additionalProperties: false } });
    expect(components.schemas['Thing']).not.toHaveProperty('additionalProperties');
  });

  it('write a record of any names as generators read it, with the same values', () => {
    const components = new Components();
    const written = components.inAnswer(Type.Record(Type.String(), Type.String()));
    expect(written).toEqual({ type: 'object', additionalProperties: { type: 'string' } });
    const values = [{}, { iban: 'IL62' }, { iban: 1 }];
    const accepted = (schema: object) => values.map((value) => faultsOf(schema as TSchema, value).length === 0);
    expect(accepted(written)).toEqual(accepted(Type.Record(Type.String(), Type.String())));
    expect(accepted(written)).toEqual([true, true, false]);
  });

  it('say of each text of a request that it has no U+0000, and of texts that must say something that blanks do not', () => {
    const components = new Components();
    const texts = ['a', ' ', ' a\nb', 'a\u0000b', '\u0000', ''];
    const accepted = (schema: TSchema) =>
      texts.filter((text) => faultsOf(components.inRequest(schema) as unknown as TSchema, text).length === 0);
    expect(accepted(Type.String())).toEqual(['a', ' ', ' a\nb', '']);
    expect(accepted(Type.String({ pattern: '\\S' }))).toEqual(['a', ' a\nb']);
    expect(accepted(Type.String({ pattern: '^a' }))).toEqual(['a', 'a\u0000b']);
    expect(components.inAnswer(Type.String())).toEqual({ type: 'string' });
  });

  it('say of a line in a request which characters it cannot have, and promise nothing of it in an answer', () => {
    const components = new Components();
    const texts = ['Dana', 'דנה\u200f', ' ', '\u200e', 'Da\nna', 'Da\u202ena', 'Da\u200bna', 'Da\u2028na', 'Da\u0007na'];
    const accepted = (format: string) => {
      const { format: _, ...plain } = components.inRequest(Type.String({ format }));
      return texts.filter((text) => faultsOf(plain as unknown as TSchema, text).length === 0);
    };
    expect([accepted('line'), accepted('identification')]).toEqual([['Dana', 'דנה\u200f'], ['Dana']]);
    expect(components.inAnswer(Type.String({ format: 'line', pattern: '\\S' }))).toEqual({ type: 'string', pattern: '\\S' });
  });
});
