import { readFileSync } from 'node:fs';

interface Contract {
  readonly paths: {
    readonly '/': {
      readonly post: { readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } } };
    };
  };
}
const { paths } = JSON.parse(readFileSync(new URL('../../../docs/ports/customer-alerts.json', import.meta.url), 'utf8')) as Contract;

/** The JSON schema of an alert, from the contract of the bank's server. */
export const { schema } = paths['/'].post.requestBody.content['application/json'];
