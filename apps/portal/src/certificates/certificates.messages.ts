import { withDescription, Instant } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const yearSeconds = 31_536_000;

export const NewCertificate = Type.Object(
  {
    request: Type.String({
      minLength: 1,
      maxLength: 12_000,
      description:
        'A certificate signing request or a public key, as PEM. The private key stays with the client; the certificate names the client, whatever the request says.',
    }),
    use: Type.String({
      enum: ['tls', 'seal'],
      description: '`tls`: for the connection (RSA or P-256). `seal`: for signed requests (RSA).',
    }),
    expiresInSeconds: Type.Optional(
      Type.Integer({
        minimum: -yearSeconds,
        maximum: yearSeconds,
        description: 'How long it is valid; less than 0: it expired that long ago. Default: a year.',
        examples: [-60],
      }),
    ),
  },
  { $id: 'NewSandboxCertificate', additionalProperties: false },
);
export interface NewCertificate {
  readonly request: string;
  readonly use: 'tls' | 'seal';
  readonly expiresInSeconds?: number;
}

export const IssuedCertificate = Type.Object(
  {
    certificate: Type.String({ description: 'The certificate (PEM).' }),
    authority: Type.String({ description: "The sandbox's authority (PEM), which the bank's TLS address is trusted by." }),
    serialNumber: Type.String({ description: 'Its serial number, hexadecimal.' }),
    expiresAt: withDescription(Instant, 'When it expires, or expired, on real time.'),
  },
  { $id: 'SandboxCertificate' },
);
export type IssuedCertificate = Static<typeof IssuedCertificate>;

export const defaultSeconds = yearSeconds;
