export { startCustomerApp, type CustomerApp } from './customer-app.js';
