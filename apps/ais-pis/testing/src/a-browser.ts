export { Browser } from '@open-banking/testing';
