import { parametersOf, products } from '@open-banking/spec';
import { resourceIds } from '@open-banking/sandbox/demo-bank';

/** Its own lists have no 413, 414 and 431. */
const checks = `[checks]
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 406, 409, 413, 414, 415, 429, 431]
positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 414, 429, 431]
`;
const text = (value) => JSON.stringify(String(value));

/** The configuration of a run: each operation with the token that it takes, and ids of its customer. */
export async function configurationOf({ product, party, granted, customer }) {
  const rows = Object.values(products.find((rows) => rows.product === product));
  const branch = customer.accounts.find(({ branchNumber }) => branchNumber !== undefined);
  const ids = { ...resourceIds(customer.accounts), BranchNumber: branch.branchNumber, AccountNumber: branch.accountNumber };
  const tokens = new Map();
  const tokenOf = async ({ token }) => {
    if (token.kind === 'customer') return granted.token;
    const scope = token.clientScope;
    if (!tokens.has(scope)) tokens.set(scope, (await party.clientToken(token.issuer, scope)).access_token);
    return tokens.get(scope);
  };
  const sections = [];
  for (const row of rows) {
    const parameters = [
      ...(row.token?.consent ? [['header.Consent-ID', granted.consentId]] : []),
      ...parametersOf(row.path)
        .filter((name) => ids[name] !== undefined)
        .map((name) => [`path.${name}`, ids[name]]),
    ];
    if (!row.token && parameters.length === 0) continue;
    sections.push(
      [
        '[[operations]]',
        `include-operation-id = ${text(row.id)}`,
        ...(row.token ? [`headers = { Authorization = ${text(`Bearer ${await tokenOf(row)}`)} }`] : []),
        ...(parameters.length > 0
          ? [`parameters = { ${parameters.map(([name, value]) => `${text(name)} = ${text(value)}`).join(', ')} }`]
          : []),
      ].join('\n'),
    );
  }
  return `${checks}\n${sections.join('\n\n')}\n`;
}
