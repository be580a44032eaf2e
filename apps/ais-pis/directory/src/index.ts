export { AccessChanges } from './access-changes.js';
export { changesBesides, horizon, purgeAccessChanges } from './access-changes.statements.js';
export { ClientChangesService, type CredentialRotation } from './client-changes.service.js';
export { type LogoStatus, logoStatuses, StoredClientLogo } from './client-logo.entity.js';
export { CLIENT_RULES, type ClientDetails, type ClientRules, fault, faultsOfClient } from './client-rules.js';
export { noPreviousCredential, StoredClient } from './client.entity.js';
export { ClientDirectoryService, type NewClient, secretFor, storedDetails, withoutNulls } from './clients.service.js';
export { CustomerLoginModule } from './customer-login.module.js';
export { CustomerDirectoryService } from './customers.service.js';
export { developerHash } from './developer-hash.js';
export {
  DeveloperClientRequest,
  DeveloperClientsQuery,
  type DeveloperClientView,
  IsRoles,
  IsSubject,
  Keys,
  RedirectUrisRequest,
  RotationRequest,
} from './directory.messages.js';
export { DirectoryModule } from './directory.module.js';
export { DirectorySettings } from './directory.settings.js';
export { findDeveloperClient, listDeveloperClients, lockRegistered, type RegisteredRow } from './directory.statements.js';
export { erasedLogin } from './erased-login.js';
export { lockedClient } from './locked-client.js';
export { OptOutsService } from './opt-outs.service.js';
export { refuseOptedOut } from './opted-out-customer.js';
export { joinedStanding, registerStanding } from './register/register-standings.statements.js';
export { RegisterSettings } from './register/register.settings.js';
export { refuseStopped } from './stopped-client.js';
