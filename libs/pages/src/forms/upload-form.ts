import type { FastifyInstance } from 'fastify';

/** All of a request's body, which may not be larger at the gateway either. */
const uploadLimitBytes = 65_536;

/** A form with one file (`multipart/form-data`, RFC 7578). */
export class UploadForm extends URLSearchParams {
  /** Undefined where no file was chosen. */
  file?: Buffer;
}

/** Bodies of this scope are forms with one file and nothing else; anything else is 415. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: uploadLimitBytes },
    async ({ headers }: { readonly headers: { readonly 'content-type'?: string } }, body: string | Buffer) =>
      uploadIn(body as Buffer, headers['content-type']!),
  );
}

/** Node.js reads the parts. A body that is not made of parts is a form without fields, which no page sends. */
async function uploadIn(body: Buffer, contentType: string): Promise<UploadForm> {
  const form = new UploadForm();
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().catch(() => []);
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value);
    else if (value.size > 0) form.file = Buffer.from(await value.arrayBuffer());
  return form;
}
