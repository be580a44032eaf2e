export { archiveAudit, type Archived, type ArchiveOptions } from './archive.js';
export { matchBody, type BodyMatch } from './body.js';
export type { Bad, KnownHead } from './chain.js';
export { verifyArchives, type ArchiveReport } from './verify-archive.js';
export { verifyAudit, type AuditReport, type ServiceAudit } from './verify.js';
