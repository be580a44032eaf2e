import type { IncomingMessage } from 'node:http';
import { answers, OwnAnswer } from './answers.js';
import { bounds } from './bounds.js';

/**
 * The whole body, before any service is bothered: a slow or endless one costs a service nothing, and what is held
 * whole can be sent to another replica when the first cannot be reached.
 */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const length = request.headers['content-length'];
  if (length === undefined && request.headers['transfer-encoding'] === undefined) return null;
  if (Number(length ?? 0) > bounds.bodyBytes) throw new OwnAnswer(answers.largeBody);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      request.off('data', take).off('end', whole).off('error', lost).off('close', lost);
      settle();
    };
    const timer = setTimeout(() => end(() => reject(new OwnAnswer(answers.slow))), bounds.bodyMs);
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > bounds.bodyBytes) end(() => reject(new OwnAnswer(answers.largeBody)));
      else chunks.push(chunk);
    };
    const whole = () => end(() => resolve(Buffer.concat(chunks, size)));
    const lost = () => end(() => reject(new OwnAnswer(answers.malformed, 'the client left')));
    request.on('data', take).on('end', whole).on('error', lost).on('close', lost);
  });
}
