import { codes } from '@open-banking/messages';
import { issuers, operations, parametersOf, type Issuer } from '@open-banking/spec';
import { nameInCode } from '../client/documented-operation.js';
import { callerHeaders, factsOfIssuer, queryNames } from '../client/operations-file.js';
import type { GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { pythonModule } from './python-module.js';
import { docstring, pythonText } from './python.js';

export const classPrefix = (issuer: Issuer): string => issuer[0]!.toUpperCase() + issuer.slice(1);

const literal = (name: string, says: string, values: readonly string[]): string =>
  `${name}: TypeAlias = Literal[\n${values.map((value) => `    ${pythonText(value)},\n`).join('')}]\n${docstring([says], '')}`;

const dictionary = (name: string, type: string, entries: readonly string[]): string =>
  `${name}: Final[Mapping[str, ${type}]] = {\n${entries.map((entry) => `    ${entry},\n`).join('')}}\n`;

function operationFacts(handled: DocumentedHandler): string {
  const { id, method, path, token } = handled.row;
  const names = parametersOf(path).map((name) => `${pythonText(nameInCode(name))}: ${pythonText(name)}`);
  const members = [
    pythonText(method),
    pythonText(path),
    ...(names.length > 0 ? [`parameters={${names.join(', ')}}`] : []),
    ...(token ? [`issuer=${pythonText(token.issuer)}`, `token=${pythonText(token.kind)}`] : []),
    ...(token?.clientScope === undefined ? [] : [`client_scope=${pythonText(token.clientScope)}`]),
    ...(token?.consent ? ['consent=True'] : []),
    ...(queryNames(handled).includes('cursor') ? ['paged=True'] : []),
  ];
  return `${pythonText(id)}: OperationFacts(${members.join(', ')})`;
}

function issuerFacts(issuer: Issuer): string {
  const { path, metadata, approvedScope } = factsOfIssuer(issuer);
  return `${pythonText(issuer)}: IssuerFacts(${[path, metadata, approvedScope].map(pythonText).join(', ')})`;
}

/** The table as the Python client has it: operations, issuers, codes of errors and headers. */
export function pythonTable(handled: ReadonlyMap<string, DocumentedHandler>): GeneratedFile {
  const imports = `import sys
from collections.abc import Mapping
from typing import Final, Literal

from ..facts import IssuerFacts, OperationFacts

if sys.version_info >= (3, 11):
    from typing import TypeAlias
else:
    from typing_extensions import TypeAlias
`;
  return pythonModule('table', docstring(['Operations, issuers, codes of errors and headers, as the bank documents them.'], ''), [
    imports,
    literal('Issuer', 'The issuers of tokens.', issuers),
    literal(
      'ErrorCode',
      'The codes of errors that this package knows. A bank may have others: treat those by their status.',
      Object.keys(codes),
    ),
    literal('RequestHeader', 'The headers of requests that a caller may add.', callerHeaders),
    dictionary('ISSUERS', 'IssuerFacts', issuers.map(issuerFacts)),
    dictionary(
      'OPERATIONS',
      'OperationFacts',
      operations.map(({ id }) => operationFacts(handled.get(id)!)),
    ),
  ]);
}

const grant = (issuer: Issuer): string => `class ${classPrefix(issuer)}Grant(TypedDict):
    """The approval of a customer at the ${issuer} issuer, with its tokens: plain JSON to be stored, encrypted."""

    issuer: Literal["${issuer}"]
    resource_id: str
    access_token: str
    token_type: str
    expires_at: str
    """The end of the access token, ISO 8601."""
    refresh_token: NotRequired[str]
    """Gets the next access token."""


class ${classPrefix(issuer)}Authorization(TypedDict):
    """A started authorization: plain JSON to be kept, for this customer's session only, until the customer is back."""

    issuer: Literal["${issuer}"]
    resource_id: str
    url: str
    """The address to send the customer to."""
    state: str
    code_verifier: str
`;

/** The types of what is stored of an approval, for each issuer. */
export function pythonGrants(): GeneratedFile {
  const imports = `import sys
from typing import Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypeAlias
else:
    from typing_extensions import NotRequired, TypeAlias
`;
  const union = (name: string, says: string): string =>
    `${name}: TypeAlias = Union[${issuers.map((issuer) => `${classPrefix(issuer)}${name}`).join(', ')}]\n${docstring([says], '')}`;
  return pythonModule('grants', docstring(['Grants and authorizations of each issuer: dictionaries to be stored.'], ''), [
    imports,
    ...issuers.map(grant),
    `${union('Grant', 'A grant of any issuer.')}\n${union('Authorization', 'An authorization of any issuer.')}`,
  ]);
}
