/** The portal serves pages and none of the operations, so no document of them is generated. */
export const tags: readonly never[] = [];
export const parameters = {};
export { settings } from './settings.js';
