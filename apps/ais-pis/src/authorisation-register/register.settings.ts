import { integer, url, type ValuesOf } from '@open-banking/config';

/** The values of `registerSettings`, injectable: `@Inject(REGISTER_SETTINGS)`. */
export const REGISTER_SETTINGS = Symbol('ais-pis:register-settings');

export const registerSettings = {
  authorisationRegisterUrl: url(
    'Where the authorisation register is asked about the organizations of clients (docs/ports/authorisation-register.json), without a slash at its end. Without it nobody is asked about. The same in all replicas.',
    { required: false },
  ),
  authorisationRegisterMaxAgeSeconds: integer(
    'How many seconds an answer of the authorisation register counts. It is asked again after half of them; a client whose answer is older is stopped until the register answers.',
    { default: 3_600, min: 5, max: 86_400 },
  ),
};
export type RegisterSettings = Omit<ValuesOf<typeof registerSettings>, 'authorisationRegisterUrl'> & {
  readonly authorisationRegisterUrl?: string;
};
