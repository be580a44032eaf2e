export { availabilityReport, type AvailabilityReport, type ReportDay, type ReportLine } from './report.js';
export { reportCsv } from './report-csv.js';
export { reportPage } from './report-page.js';
