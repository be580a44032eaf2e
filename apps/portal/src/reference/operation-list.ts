import { html, type Html } from '@open-banking/pages';
import { operationsOf, products, sandboxRowsOf, sitePages, type Operation } from '@open-banking/spec';
import { documentedOperation } from './openapi-documents.js';

export const referencePath = (id: string): string => `${sitePages.showReference.path}/${id}`;

/** The operations of one product, or those of the sandbox. */
export interface OperationGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Operation[];
}

/** All operations in the order of the reference. */
export const operationGroups = (sandbox: boolean): readonly OperationGroup[] => [
  ...products.map(({ product: { id, title, service } }) => ({ id, title, rows: operationsOf(service) })),
  ...(sandbox ? [{ id: 'sandbox', title: 'Scenarios of the sandbox', rows: sandboxRowsOf('portal') }] : []),
];

const summaryOf = (id: string): string => documentedOperation(id)!.operation.summary;

/** The list beside the page of an operation. It is folded where the page is narrow. */
export function operationList(current: string, sandbox: boolean): Html {
  return html`<nav class="side" aria-label="Operations"><a class="skip" href="#operation">Skip the list of operations</a><details><summary>All operations</summary>
${operationGroups(sandbox).map(
  ({ title, rows }) =>
    html`<p>${title}</p><ul>${rows.map(({ id }) => html`<li><a href="${referencePath(id)}" ${id === current && html`aria-current="page"`}>${summaryOf(id)}</a></li>`)}</ul>`,
)}</details></nav>`;
}

/** Links to the operations before and after this one. */
export function neighbours(current: string, sandbox: boolean): Html {
  const rows = operationGroups(sandbox).flatMap((group) => group.rows);
  const at = rows.findIndex(({ id }) => id === current);
  const link = (row: Operation | undefined, rel: 'prev' | 'next', name: string): Html | false =>
    row !== undefined && html`<a rel="${rel}" href="${referencePath(row.id)}"><span class="soft">${name}</span> ${summaryOf(row.id)}</a>`;
  return html`<nav class="neighbours" aria-label="Previous and next operation">${link(rows[at - 1], 'prev', 'Previous')}${link(rows[at + 1], 'next', 'Next')}</nav>`;
}
