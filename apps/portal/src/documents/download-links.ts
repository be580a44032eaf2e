import { html, type Html } from '@open-banking/pages';
import { downloadPages, postmanFiles } from '@open-banking/spec';

/** The addresses of a product's files. The sandbox's own operations have documents, and no collection. */
export const openApiAddress = (product: string): string => downloadPages.downloadProductOpenApi.path.replace('{file}', `${product}.json`);
export const openApi30Address = (product: string): string =>
  downloadPages.downloadProductOpenApi.path.replace('{file}', `${product}-3.0.json`);
export const httpFileAddress = (product: string): string => downloadPages.downloadCollection.path.replace('{file}', `${product}.http`);

type Download = readonly [address: string, name: string];

const linksTo = (downloads: readonly Download[]): Html =>
  html`<ul class="downloads">${downloads.map(([address, name]) => html`<li><a href="${address}" download>${name}</a></li>`)}</ul>`;

const postman: readonly Download[] = [
  [postmanFiles.collection, 'Postman collection'],
  [postmanFiles.environment, 'Postman environment'],
];

/** Files of all operations. */
export const allDownloads = (): Html =>
  linksTo([
    [downloadPages.downloadOpenApi.path, 'Download OpenAPI 3.1'],
    [downloadPages.downloadOpenApi30.path, 'OpenAPI 3.0'],
    ...postman,
  ]);

/** Files of one product. */
export const productDownloads = (product: string): Html =>
  linksTo([
    [openApiAddress(product), 'Download OpenAPI 3.1'],
    [openApi30Address(product), 'OpenAPI 3.0'],
    ...(product === 'sandbox' ? [] : ([...postman, [httpFileAddress(product), '.http file']] as const)),
  ]);
