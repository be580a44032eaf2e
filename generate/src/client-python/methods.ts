import { issuers, operations, type Issuer } from '@open-banking/spec';
import { callFacts, everywhere, queryNames } from '../client/operations-file.js';
import type { GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { descriptionOf } from '../openapi/descriptions.js';
import { classPrefix } from './facts.js';
import type { PythonSignature } from './messages.js';
import { pythonModule } from './python-module.js';
import { docstring, snakeCase } from './python.js';

/** The words in which methods that block and methods that are awaited differ. */
interface Manner {
  readonly module: string;
  readonly prefix: string;
  readonly def: string;
  readonly wait: string;
  readonly iterator: string;
  readonly says: string;
}
const blocking: Manner = {
  module: 'sync_methods',
  prefix: '',
  def: 'def',
  wait: '',
  iterator: 'Iterator',
  says: 'The operations of the bank as methods that block.',
};
const awaited: Manner = {
  module: 'async_methods',
  prefix: 'Async',
  def: 'async def',
  wait: 'await ',
  iterator: 'AsyncIterator',
  says: 'The operations of the bank as methods of asyncio.',
};

/** Parameters of every method, besides its own. */
const options = [
  [
    'psu_ip_address',
    'str | None',
    "The customer's IP address, if the customer is present: such a read is not counted against the consent's frequency.",
  ],
  ['headers', 'Mapping[RequestHeader, str] | None', 'Further headers of the request.'],
  [
    'request_id',
    'str | None',
    'A UUID; pass the one of a call whose outcome you do not know to repeat it. Default: a new one for each call.',
  ],
] as const;

/** The method for one operation, or the one that goes through its pages. */
class Method {
  constructor(
    readonly handled: DocumentedHandler,
    readonly signature: PythonSignature,
    readonly besides: ReadonlySet<string>,
  ) {}

  get id(): string {
    return this.handled.row.id;
  }

  written(manner: Manner): string {
    return `${this.#single(manner)}${queryNames(this.handled).includes('cursor') ? `\n${this.#pages(manner)}` : ''}`;
  }

  #parameters(): string {
    const { parameters, body } = this.signature;
    const own = parameters.map(({ name, type, required }) => `${name}: ${required ? type : `${type} | None = None`}`);
    const needed = parameters.filter(({ required }) => required).length;
    const all = [
      'self',
      '*',
      ...own.slice(0, needed),
      ...(body === undefined ? [] : [`body: ${body}`]),
      ...own.slice(needed),
      ...options.map(([name, type]) => `${name}: ${type} = None`),
    ];
    return all.map((one) => `        ${one},\n`).join('');
  }

  #call(): string {
    const { parameters, body } = this.signature;
    const sent = parameters.map(({ name, wireName }) => `"${wireName}": ${name}`).join(', ');
    const options = 'CallOptions(psu_ip_address, headers, request_id)';
    return `"${this.id}", {${sent}}, ${options}${body === undefined ? '' : ', body'}`;
  }

  #says(): string {
    const { row } = this.handled;
    const { parameters, body } = this.signature;
    const taken = [
      ...parameters.map(({ name, description }) => [name, description ?? ''] as const),
      ...(body === undefined ? [] : ([['body', 'The body of the request.']] as const)),
      ...options.map(([name, , says]) => [name, says] as const),
    ];
    const facts = [`\`${row.method} ${row.path}\``, '', ...callFacts(this.handled, this.besides)];
    const lines = [descriptionOf(this.handled), '', ...facts, '', ...taken.map(([name, says]) => `- \`${name}\`: ${says}`)];
    return docstring(lines, '        ');
  }

  #single({ def, wait }: Manner): string {
    const { answer } = this.signature;
    const call = `${wait}self._call(${this.#call()})`;
    const done = answer === 'None' ? `        ${call}\n` : `        answer: ${answer} = ${call}\n        return answer\n`;
    return `    ${def} ${snakeCase(this.id)}(\n${this.#parameters()}    ) -> ${answer}:\n${this.#says()}${done}`;
  }

  #pages({ iterator }: Manner): string {
    const { answer } = this.signature;
    const says = `All pages of \`${snakeCase(this.id)}\`, each read when it is needed. A \`request_id\` is that of the first page.`;
    const said = docstring([says], '        ');
    return `    def ${snakeCase(this.id)}_pages(\n${this.#parameters()}    ) -> ${iterator}[${answer}]:\n${said}        return self._pages(${this.#call()})\n`;
  }
}

/** `authorize`, `finish` and `resume`: their types depend on the issuer. */
function approvals({ def, wait, prefix }: Manner): string {
  const overloads = (head: (issuer: Issuer) => string): string =>
    issuers.map((issuer) => `    @overload\n    ${head(issuer)}: ...\n`).join('\n');
  const access = (issuer: Issuer): string => `${prefix}${classPrefix(issuer)}Access`;
  return `${overloads((issuer) => `${def} authorize(self, issuer: Literal["${issuer}"], resource_id: str) -> ${classPrefix(issuer)}Authorization`)}
    ${def} authorize(self, issuer: Issuer, resource_id: str) -> Authorization:
        """Begins an approval: send the customer to \`url\`, keep the rest for this customer's session, and pass it to \`finish\`.

        \`resource_id\` is the id of the consent, payment or mandate; \`cancellation\` ends the mandate of this id.
        """
        return ${wait}self._authorize(issuer, resource_id)

${overloads((issuer) => `${def} finish(self, authorization: ${classPrefix(issuer)}Authorization, callback_url: str) -> ${access(issuer)}`)}
    ${def} finish(self, authorization: Authorization, callback_url: str) -> ${prefix}CustomerAccess:
        """Ends an approval: \`callback_url\` is the address with which the customer came back."""
        return self._access(${wait}self._finish(authorization, callback_url))

${overloads((issuer) => `def resume(self, grant: ${classPrefix(issuer)}Grant) -> ${access(issuer)}`)}
    def resume(self, grant: Grant) -> ${prefix}CustomerAccess:
        """The access of a stored grant."""
        return self._access(self._stored(grant))

    def _access(self, tokens: CustomerTokens) -> ${prefix}CustomerAccess:
        return ACCESS[tokens.grant["issuer"]](self._steps, self._rules.customer_caller(tokens), tokens)
`;
}

const accessClass = (
  { prefix }: Manner,
  issuer: Issuer,
  methods: readonly string[],
): string => `class ${prefix}${classPrefix(issuer)}Access(${prefix}CustomerAccess):
    """The operations that the token of a customer at the ${issuer} issuer opens."""

    @property
    def grant(self) -> ${classPrefix(issuer)}Grant:
        """The grant as it is now: what \`save_grant\` was given last."""
        return cast(${classPrefix(issuer)}Grant, self._tokens.grant)
${methods.map((method) => `\n${method}`).join('')}`;

function moduleOf(manner: Manner, methods: readonly Method[]): GeneratedFile {
  const { module, prefix, iterator, says } = manner;
  const those = (fits: (row: DocumentedHandler['row']) => boolean): string[] =>
    methods.filter(({ handled }) => fits(handled.row)).map((method) => method.written(manner));
  const types = issuers.flatMap((issuer) => [`${classPrefix(issuer)}Authorization`, `${classPrefix(issuer)}Grant`]);
  const imports = `from collections.abc import ${iterator}, Mapping
from typing import Final, Literal, cast, overload

from ..access import ${prefix}BankCalls, ${prefix}CustomerAccess
from ..caller import CallOptions
from ..tokens import CustomerTokens
from . import messages
from .grants import Authorization, Grant, ${types.join(', ')}
from .table import Issuer, RequestHeader
`;
  const bank = `class ${prefix}BankOperations(${prefix}BankCalls):
    """The operations that a client calls with its own token, or with none, and the ways to a customer's approval."""

${approvals(manner)}
${those(({ token }) => token?.kind !== 'customer').join('\n')}`;
  const access = `ACCESS: Final[Mapping[str, type[${prefix}CustomerAccess]]] = {\n${issuers.map((issuer) => `    "${issuer}": ${prefix}${classPrefix(issuer)}Access,\n`).join('')}}\n`;
  return pythonModule(module, docstring([says], ''), [
    imports,
    ...issuers.map((issuer) =>
      accessClass(
        manner,
        issuer,
        those(({ token }) => token?.issuer === issuer && token.kind !== 'client'),
      ),
    ),
    access,
    bank,
  ]);
}

/** The operations as methods, once blocking and once for asyncio. */
export function pythonMethods(
  handled: ReadonlyMap<string, DocumentedHandler>,
  signatures: ReadonlyMap<string, PythonSignature>,
): GeneratedFile[] {
  const all = operations.map(({ id }) => handled.get(id)!);
  const besides = everywhere(all);
  const methods = all.map((one) => new Method(one, signatures.get(one.row.id)!, besides));
  return [blocking, awaited].map((manner) => moduleOf(manner, methods));
}
