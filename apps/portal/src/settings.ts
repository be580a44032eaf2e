import { PortalSettings } from './portal.settings.js';

/** Settings of this service in addition to those of every service. */
export const settings = [PortalSettings];
