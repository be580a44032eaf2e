import { Module } from '@nestjs/common';
import { readSettings } from '@open-banking/config';
import { REGISTER_SETTINGS, registerSettings } from './register.settings.js';
import { RegisterStandingsService } from './register-standings.service.js';

@Module({
  providers: [{ provide: REGISTER_SETTINGS, useFactory: () => readSettings(registerSettings) }, RegisterStandingsService],
  exports: [RegisterStandingsService],
})
export class AuthorisationRegisterModule {}
