export type { Bad } from './chain.js';
export { verifyAudit, type AuditReport, type KnownHead, type ServiceAudit } from './verify.js';
