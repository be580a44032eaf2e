export { compare, copyInto, load } from './load.js';
export { loadFormatsDocument } from './load-formats-document.js';
