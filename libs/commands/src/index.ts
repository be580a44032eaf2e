export * from './audit.js';
export * from './commands.js';
export * from './commands.module.js';
export { Does } from './jobs/does.js';
export { job, type JobKind } from './jobs/job.js';
export * from './jobs/jobs.js';
export * from './jobs/jobs.module.js';
export * from './jobs/jobs.settings.js';
export * from './jobs/job-workers.js';
