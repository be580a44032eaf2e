export { paymentProofs } from './payment-proofs.js';
export { accountProofs } from './account-proofs.js';
export { postingProofs } from './posting-proofs.js';
