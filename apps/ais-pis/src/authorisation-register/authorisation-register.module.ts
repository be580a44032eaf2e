import { Module } from '@nestjs/common';
import { readSettings } from '@open-banking/http';
import { REGISTER_SETTINGS, registerSettings } from './register.settings.js';
import { RegisterStandings } from './register-standings.service.js';

@Module({
  providers: [{ provide: REGISTER_SETTINGS, useFactory: () => readSettings(registerSettings) }, RegisterStandings],
  exports: [RegisterStandings],
})
export class AuthorisationRegisterModule {}
