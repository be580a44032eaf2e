import type { IncomingMessage } from 'node:http';
import { answers, largeBodyAnswer, OwnAnswer } from './answers.js';
import { bounds } from './bounds.js';

/**
 * The whole body, before any service is bothered: a slow or endless one costs a service nothing, and what is held
 * whole can be sent to another replica when the first cannot be reached.
 */
export async function readBody(request: IncomingMessage, maxBytes: number = bounds.bodyBytes): Promise<Buffer | null> {
  const length = request.headers['content-length'];
  if (length === undefined && request.headers['transfer-encoding'] === undefined) return null;
  if (Number(length ?? 0) > maxBytes) throw new OwnAnswer(largeBodyAnswer(maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost);
      settle();
    };
    const timer = setTimeout(() => end(() => reject(new OwnAnswer(answers.slow))), bounds.bodyMs);
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) end(() => reject(new OwnAnswer(largeBodyAnswer(maxBytes))));
      else chunks.push(chunk);
    };
    const onEnd = () => end(() => resolve(Buffer.concat(chunks, size)));
    const onLost = () => end(() => reject(new OwnAnswer(answers.malformed, 'the client disconnected')));
    request.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost);
  });
}
