export { ClockModule } from './clock/clock.module.js';
export { clockOffset } from './clock/clock.statements.js';
export { DeveloperCustomersService } from './scenarios/developer-customers.service.js';
export { ScenariosModule } from './scenarios/scenarios.module.js';
