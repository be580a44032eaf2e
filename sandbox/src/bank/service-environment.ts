import { serviceSetting, variableOf } from '@open-banking/config';
import { services, type Service } from '@open-banking/spec';
import { trustFiles } from '@open-banking/simulators/trust-files';
import type { DataFolder } from '@open-banking/installation/data-folder';
import { addressesOf, isBehindFront, originOf, type RunningBank } from '@open-banking/installation/addresses';
import { customersFile } from '@open-banking/installation/customers-file';
import { databaseUrlFile } from '@open-banking/installation/database-url-files';
import { thisBank } from '../demo-bank/iban.js';

/**
 * Memory of glibc that threads share (read by glibc alone): the seven services of one machine are smaller by 17 MB than with arenas of
 * their own.
 */
const oneArena = '1';

/** The settings that a service inherits when its process begins: those of this process, without what the bank sets later. */
export function inheritedSettings(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited: NodeJS.ProcessEnv = { MALLOC_ARENA_MAX: oneArena, ...process.env, ...settings };
  for (const name of namesSetByBank) delete inherited[name];
  return inherited;
}

const signerSettings = ({ certificateSigner: signer }: RunningBank): NodeJS.ProcessEnv =>
  signer ? { CERTIFICATE_SIGNER_URL: signer.url, CERTIFICATE_SIGNER_TOKEN: signer.token } : {};

const internalUrlOf = (service: Service): string => variableOf(serviceSetting(service, 'InternalUrl'));

/** Set by the bank, whatever its own process was given under these names: `npm start` takes some of them for itself. */
const namesOfBank = [
  'HOST',
  'PORT',
  'INTERNAL_HOST',
  'INTERNAL_PORT',
  'BASE_URL',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'KEYS_DIR',
  'HIGH_WATER_DIR',
  'SANDBOX',
  'BANK_CODES',
  'TRUSTED_PROXIES',
  'FORWARDED_HEADER',
  'CLIENT_CERT_PROXIES',
  'CLIENT_CERT_FORM',
  'PROFILE',
  'TLS_BASE_URL',
  'TRUST_ANCHORS_FILE',
  'REVOCATION_LIST_FILES',
  'BLOCKED_CERTIFICATES_FILE',
  'DEMO_CUSTOMERS_FILE',
] as const;
const namesSetByBank: readonly string[] = [...namesOfBank, ...services.map(internalUrlOf)];

/** Variables that are set here, and that the bank sets for its services itself; `ownNames` are those that it reads first. */
export const replacedSettings = (ownNames: readonly string[], environment: NodeJS.ProcessEnv): string[] =>
  // Some shells export HOST.
  namesSetByBank.filter((name) => environment[name] && name !== 'HOST' && !ownNames.includes(name.replace(/_FILE$/, '')));

/** The settings of a replica that only the open bank knows, beside those that its process inherits. */
export function environmentOf(service: Service, bank: RunningBank, folder: DataFolder, replica: number): NodeJS.ProcessEnv {
  const { port, internalPort } = addressesOf(bank, service)[replica]!;
  const { anchors, revoked, blocked } = trustFiles(folder.ca);
  const ofBank: Record<(typeof namesOfBank)[number], string> = {
    HOST: '127.0.0.1',
    PORT: String(port),
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: String(internalPort),
    BASE_URL: bank.baseUrl,
    // The inherited value may be the administrator's.
    DATABASE_URL: '',
    DATABASE_URL_FILE: databaseUrlFile(folder.urls, service),
    KEYS_DIR: folder.keys,
    HIGH_WATER_DIR: folder.highWater,
    SANDBOX: '1',
    BANK_CODES: `IL${thisBank.code},DE${thisBank.euroCode}`,
    TRUSTED_PROXIES: '127.0.0.1',
    // The gateway's own, whatever the proxy in front of it writes.
    FORWARDED_HEADER: 'X-Forwarded-For',
    CLIENT_CERT_PROXIES: '127.0.0.1',
    // The form of the gateway, also for what a front writes.
    CLIENT_CERT_FORM: 'rfc9440',
    PROFILE: bank.profile,
    TLS_BASE_URL: bank.tlsBaseUrl ?? '',
    TRUST_ANCHORS_FILE: anchors,
    REVOCATION_LIST_FILES: revoked,
    BLOCKED_CERTIFICATES_FILE: blocked,
    DEMO_CUSTOMERS_FILE: customersFile(folder.demoBank),
  };
  return {
    ...ofBank,
    // The portal's console and the receivers of notifications go around a TLS front, whose certificate only clients need to trust.
    ...(isBehindFront(bank) && { PROBE_GATEWAY_URL: originOf(bank.port) }),
    ...(service === 'portal' && signerSettings(bank)),
    ...Object.fromEntries(
      services.map((other) => [
        internalUrlOf(other),
        addressesOf(bank, other)
          .map((address) => originOf(address.internalPort))
          .join(','),
      ]),
    ),
  };
}

/** A service that is alone need not drain: no other replica can take its requests. Otherwise the gateway asks every second who is ready. */
export const drainMsOf = (settings: NodeJS.ProcessEnv, bank: RunningBank): string =>
  settings['DRAIN_MS'] ?? process.env['DRAIN_MS'] ?? (bank.replicas.length === 0 ? '0' : '2000');
