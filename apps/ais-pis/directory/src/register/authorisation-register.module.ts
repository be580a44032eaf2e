import { Module } from '@nestjs/common';
import { RegisterStandingsService } from './register-standings.service.js';

@Module({
  providers: [RegisterStandingsService],
  exports: [RegisterStandingsService],
})
export class AuthorisationRegisterModule {}
