import { CannotGenerate } from '../cannot-generate.js';
import { disclosedFields, permissionOfDisclosure, type DisclosedField } from '@open-banking/messages';
import { operations, type Operation } from '@open-banking/spec';
import { page, table, type GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { documentedAnswers } from '../openapi/responses.js';

/** A response field of an operation that reads customer data under a consent. */
export interface ReadingField extends DisclosedField {
  readonly operation: Pick<Operation, 'id'>;
}

/** All such fields, in table order. */
export function readingFields(handled: ReadonlyMap<string, DocumentedHandler>): ReadingField[] {
  return operations
    .filter(({ method, token }) => method === 'GET' && token?.consent)
    .flatMap((operation) => {
      const { row, shapes } = handled.get(operation.id)!;
      return documentedAnswers(row, shapes).flatMap(([, schema]) =>
        schema ? disclosedFields(schema).map((field) => ({ ...field, operation })) : [],
      );
    });
}

/** The fields opened by a different permission than that of their class. */
export const exceptionalFields = (fields: readonly ReadingField[]): ReadingField[] =>
  fields.filter(({ disclosure, permission }) => disclosure && disclosure !== 'none' && permission !== permissionOfDisclosure[disclosure]);

const classes: Readonly<Record<keyof typeof permissionOfDisclosure, string>> = {
  balance: 'what is or was on an account, owed, held or available, or a limit of it',
  owner: "the name of the account's owner",
  address: 'a postal address',
  otherAccount: 'another account, or who has it',
};

/** Groups the fields of one operation by class and permission. */
function alike(fields: readonly ReadingField[]): [ReadingField, string[]][] {
  const groups = Map.groupBy(fields, ({ operation, disclosure, permission }) => `${operation.id} ${disclosure} ${permission}`);
  return [...groups.values()].map((group) => [group[0]!, group.map(({ path }) => path)]);
}

/** Throws if a field has no class, so that unclassified fields are never published. */
export function disclosurePage(fields: readonly ReadingField[]): GeneratedFile {
  const unclassified = fields.filter(({ disclosure }) => disclosure === undefined);
  if (unclassified.length > 0)
    throw new CannotGenerate(
      `These fields have no disclosure class; wrap them in discloses(…): ${unclassified.map(({ operation, path }) => `${operation.id} ${path}`).join(', ')}`,
    );
  const revealing = fields.filter(({ disclosure }) => disclosure !== 'none');
  return page('docs/disclosure.md', 'the schemas of the answers (`discloses`)', [
    '# What answers reveal',
    '',
    'Fields of the reading operations that reveal more than the entry, account or contract they stand in, and the permission a consent must grant on',
    'that very resource for them to be there. Where it does not, the field is left out and the rest is answered. Fields not listed belong to the operation itself.',
    'The OpenAPI documents have the same as `x-discloses` and `x-permission`. Why: [decision 0023](decisions/0023-disclosure-of-fields.md).',
    '',
    ...table(
      ['Class', 'Reveals', 'Opened by'],
      Object.entries(permissionOfDisclosure).map(([name, permission]) => [
        name,
        classes[name as keyof typeof classes],
        `\`${permission}\``,
      ]),
    ),
    '',
    ...table(
      ['Operation', 'Class', 'Opened by', 'Fields'],
      alike(revealing).map(([{ operation, disclosure, permission }, paths]) => [
        operation.id,
        disclosure!,
        `\`${permission}\``,
        paths.map((path) => `\`${path}\``).join(', '),
      ]),
    ),
  ]);
}
