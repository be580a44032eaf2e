import { join } from 'node:path';

/** The files from which services read which certificates to trust. */
export interface TrustFiles {
  readonly anchors: string;
  readonly revoked: string;
  readonly blocked: string;
}

export const trustFiles = (folder: string): TrustFiles => ({
  anchors: join(folder, 'ca.pem'),
  revoked: join(folder, 'revoked.crl.pem'),
  blocked: join(folder, 'blocked.txt'),
});
