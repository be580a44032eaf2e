export * from './authorisation-register.js';
