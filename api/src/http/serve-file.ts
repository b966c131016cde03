import type { FastifyInstance } from 'fastify';
import { once } from '../rounds/once.ts';
import { acceptsCoding, hasVersion } from './accepts.ts';
import { tagOf } from './json-snapshot.ts';

/** A file served from memory, so that a caller who doesn't read keeps no file open. */
export interface ServedFile {
  /** Its content type. */
  readonly type: string;
  /** Called once, at the first request. */
  plain(): Uint8Array;
  /** Compressed forms, smallest first: the `Content-Encoding` and the bytes. */
  readonly forms: readonly { readonly coding: 'br' | 'gzip'; bytes(): Promise<Uint8Array> }[];
}

/** Serves a file at a URL: compressed if the caller accepts that, or as 304 if the caller already has it. */
export function serveFile(
  app: FastifyInstance,
  url: string,
  { type, forms, ...file }: ServedFile,
  headers: Readonly<Record<string, string>>,
): void {
  const tagged = once(() => {
    const plain = file.plain();
    return { plain, etag: tagOf(plain) };
  });
  app.get(url, async (request, reply) => {
    const { plain, etag } = tagged();
    reply.headers({ ...headers, etag, ...(forms.length > 0 && { vary: 'accept-encoding' }) });
    if (hasVersion(request.headers, etag)) return reply.code(304).send();
    const form = forms.find(({ coding }) => acceptsCoding(request.headers, coding));
    if (form !== undefined) reply.header('content-encoding', form.coding);
    return reply.type(type).send((await form?.bytes()) ?? plain);
  });
}
