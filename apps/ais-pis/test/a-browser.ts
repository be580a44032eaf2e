export { Browser } from '@open-banking/sandbox/testing';
