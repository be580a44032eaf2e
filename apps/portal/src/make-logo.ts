// A thread that makes one logo of the file that it is given, and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { logoPng, UnusableImage } from './clients/logo-image.js';
import type { MadeLogo } from './clients/logo-thread.js';

const made = await logoPng(Buffer.from(workerData as Uint8Array)).then(
  (png): MadeLogo => ({ png }),
  (error: unknown): MadeLogo => {
    if (error instanceof UnusableImage) return { fault: error.message };
    throw error;
  },
);
parentPort!.postMessage(made);
