/** How the tables of ais-pis are loaded and proved. */
export { tables, entryTextProofs, feedFormat, paymentProofs } from '@open-banking/ais-pis-core-data';
