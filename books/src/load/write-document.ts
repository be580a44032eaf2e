import { writeFileSync } from 'node:fs';
import { loadFormatsDocument } from './load-formats-document.js';

writeFileSync(new URL('../../../docs/load-formats.md', import.meta.url), loadFormatsDocument());
