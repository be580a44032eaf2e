export * from './field-checks.js';
export * from './nested-class.js';
export * from './security-profile.js';
export * from './service-settings.js';
export * from './setting.decorator.js';
export * from './settings.js';
export * from './signature-policy.js';
export * from './validation-faults.js';
