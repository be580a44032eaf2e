import { operations } from '@open-banking/spec';
import { CannotGenerate } from '../cannot-generate.js';
import { answerName, answerSchemas, inputName, inputOf, type DocumentedOperation } from '../client/documented-operation.js';
import { documentedMessages } from '../client/messages-file.js';
import type { DocumentedSchema } from '../client/typescript.js';
import type { GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { pythonModule } from './python-module.js';
import { docstring, pythonText, PythonTypes, snakeCase } from './python.js';

/** A keyword parameter of a method. */
export interface PythonParameter {
  readonly name: string;
  /** The name in the path or the query. */
  readonly wireName: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string | undefined;
}

/** The parameters and the answer of a method, as Python spells them. */
export interface PythonSignature {
  readonly parameters: readonly PythonParameter[];
  readonly body: string | undefined;
  readonly answer: string;
}

const imports = `import sys
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypeAlias
else:
    from typing_extensions import NotRequired, TypeAlias
`;

const named = (name: string): string => (name === 'None' ? name : `messages.${name}`);

function answerOf(types: PythonTypes, id: string, documented: DocumentedOperation): string {
  const names = answerSchemas(documented).map((schema) => (schema ? types.typeOf(schema, 'answer', answerName(id)) : 'None'));
  return names.map(named).join(' | ');
}

function signatureOf(types: PythonTypes, id: string, documented: DocumentedOperation): PythonSignature {
  const { properties, required = [] } = inputOf(
    operations.find((one) => one.id === id)!,
    documented,
  );
  const { body, ...others } = properties as Record<string, DocumentedSchema>;
  const parameters = Object.entries(others).map(([wireName, schema]) => ({
    name: snakeCase(wireName),
    wireName,
    type: types.typeOf(schema, 'request', `${inputName(id)}Part`),
    required: required.includes(wireName),
    description: schema.description,
  }));
  if (new Set(parameters.map(({ name }) => name)).size < parameters.length)
    throw new CannotGenerate(`${id}: two parameters of the Python client have one name`);
  return {
    parameters: parameters.toSorted((a, b) => Number(b.required) - Number(a.required)),
    body: body && named(types.typeOf(body, 'request', `${inputName(id)}Body`)),
    answer: answerOf(types, id, documented),
  };
}

/** The types of all messages, and with them what each operation takes and returns. */
export function pythonMessages(handled: ReadonlyMap<string, DocumentedHandler>): {
  readonly file: GeneratedFile;
  readonly signatures: ReadonlyMap<string, PythonSignature>;
} {
  const types = new PythonTypes();
  const signatures = new Map<string, PythonSignature>();
  for (const { schemas, operations: documented } of documentedMessages(handled)) {
    for (const [name, schema, direction] of schemas) {
      if (types.declare(name, schema, direction))
        throw new CannotGenerate(`The Python client has two types called ${name}: give one of the schemas another $id`);
    }
    for (const [id, operation] of documented) signatures.set(id, signatureOf(types, id, operation));
  }
  const all = docstring(['The types of all messages: dictionaries, as JSON has them.'], '');
  const exported = `__all__ = [\n${types.names
    .toSorted()
    .map((name) => `    ${pythonText(name)},\n`)
    .join('')}]\n`;
  return { file: pythonModule('messages', all, [imports, exported, ...types.declarations]), signatures };
}
