export { clockOffset } from './clock/clock.statements.js';
export { SandboxModule } from './sandbox.module.js';
export { DeveloperCustomersService } from './scenarios/developer-customers.service.js';
