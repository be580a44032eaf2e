import { Global, Module } from '@nestjs/common';
import { ConsoleModule } from '../console/console.module.js';
import { OperationSamples } from '../reference/operation-samples.js';
import { OperationSamplesService } from './operation-samples.service.js';

/**
 * Samples of the operations, with the values that a developer's console holds. Global, because the reference shows them, and the console
 * imports the reference.
 */
@Global()
@Module({
  imports: [ConsoleModule],
  providers: [{ provide: OperationSamples, useClass: OperationSamplesService }],
  exports: [OperationSamples],
})
export class OperationSamplesModule {}
