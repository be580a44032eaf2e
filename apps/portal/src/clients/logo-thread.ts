import { root } from '@open-banking/database/migration-folders';
import { Refusal } from '@open-banking/messages';
import { runInWorkerThread } from '@open-banking/service/worker-thread';
import { UnusableImage } from './logo-image.js';

/** The message of the thread has the PNG, or the reason why the image cannot be used. */
export type MadeLogo = { readonly png: Uint8Array } | { readonly fault: string };

const program = `${root}apps/portal/dist/bundle/make-logo.js`;
/** 1,024 × 1,024 pixels take 4 MB in each of the steps between the file and the logo. */
const heapMb = 128;
/** An upload takes 0.1 s, and at worst a second. */
const maxWaiting = 8;
let waiting = 0;
let before: Promise<unknown> = Promise.resolve();

/**
 * Makes the logo of an uploaded file (`logoPng`) in a thread of its own, one after the other: all requests of this process would wait 40 to
 * 120 ms for it. What decodes the images of strangers sees no setting, and no more memory than it needs. Throws `UnusableImage`; a
 * `Refusal` (503) where too many wait.
 */
export async function logoPngInThread(file: Buffer): Promise<Buffer> {
  if (waiting >= maxWaiting) throw new Refusal('SERVICE_UNAVAILABLE', 'too many logos at once', { retryAfterSeconds: 2 });
  waiting += 1;
  const made = before.then(() => madeOf(file));
  before = made.catch(() => undefined);
  try {
    return await made;
  } finally {
    waiting -= 1;
  }
}

async function madeOf(file: Buffer): Promise<Buffer> {
  const made = await runInWorkerThread<MadeLogo>(program, { data: new Uint8Array(file), heapMb });
  if ('fault' in made) throw new UnusableImage(made.fault);
  return Buffer.from(made.png);
}
