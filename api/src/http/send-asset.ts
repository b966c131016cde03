import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asset } from './asset-folder.ts';

/** Vite names what it builds by its content: such a name always means the same bytes. */
const HASHED_NAME = /^assets\/.+-[\w-]{8}\.\w+$/;

/** Sends a file, compressed where the caller takes that, or 304 where the caller has it. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, asset, headers }: { path: string; asset: Asset; headers: Readonly<Record<string, string>> },
): FastifyReply {
  reply.headers({
    ...headers,
    'cache-control': HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: asset.etag,
  });
  if (asset.gzipped) reply.header('vary', 'Accept-Encoding');
  if (String(request.headers['if-none-match'] ?? '').includes(asset.etag)) return reply.code(304).send();
  reply.type(asset.type);
  if (asset.gzipped && takesGzip(request))
    return reply.header('content-encoding', 'gzip').send(asset.gzipped);
  return reply.send(asset.body);
}

function takesGzip(request: FastifyRequest): boolean {
  return /(?:^|[\s,])gzip\s*(?:,|$|;\s*q=(?:1|0\.\d*[1-9]))/i.test(
    String(request.headers['accept-encoding'] ?? ''),
  );
}
