export { nothingNew, reportLines, type StatementReport } from './camt/statement-report.js';
export { isStatementFile } from './camt/statement-file-name.js';
export { compare, copyInto, load } from './load.js';
export { loadFormatsDocument } from './load-formats-document.js';
