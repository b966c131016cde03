import type { FastifyInstance } from 'fastify';
import { acceptsCoding, holdsTag } from './accepts.ts';
import { tagOf } from './json-snapshot.ts';

/** A file as it is sent, from memory: a caller who does not read holds no file open. */
export interface ServedFile {
  /** Its content type. */
  readonly type: string;
  readonly plain: Uint8Array;
  /** Compressed forms of it, the smallest first: what is told by `Content-Encoding`, and the bytes. */
  readonly forms: readonly { readonly coding: 'br' | 'gzip'; bytes(): Promise<Uint8Array> }[];
}

/** Serves a file at an address, compressed to those who take that, and not at all to those who hold it. */
export function serveFile(
  app: FastifyInstance,
  url: string,
  { type, plain, forms }: ServedFile,
  headers: Readonly<Record<string, string>>,
): void {
  const etag = tagOf(plain);
  app.get(url, async (request, reply) => {
    reply.headers({ ...headers, etag, ...(forms.length > 0 && { vary: 'accept-encoding' }) });
    if (holdsTag(request.headers, etag)) return reply.code(304).send();
    const form = forms.find(({ coding }) => acceptsCoding(request.headers, coding));
    if (form !== undefined) reply.header('content-encoding', form.coding);
    return reply.type(type).send((await form?.bytes()) ?? plain);
  });
}
