import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(?:text\/|application\/|image\/svg)/;

export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  /** Null where compressing gains nothing. */
  readonly gzipped: Buffer | null;
}

/**
 * Reads the files of a folder into memory, compressed once. What is not in it cannot be asked for: there
 * is no path to walk out of.
 *
 * @returns files by their path below the folder, with `/`
 */
export async function readAssetFolder(
  folder: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<Map<string, Asset>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => isWanted(path) && TYPES[extname(path)] !== undefined);
  const assets = await Promise.all(paths.map((path) => readAsset(join(folder, path))));
  return new Map(assets.map((asset, i) => [String(paths[i]).split(sep).join('/'), asset]));
}

async function readAsset(path: string): Promise<Asset> {
  const body = readFileSync(path);
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const gzipped = COMPRESSIBLE.test(type)
    ? await promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION })
    : null;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type, etag: `"${hash}"`, body, gzipped: gzipped && gzipped.length < body.length ? gzipped : null };
}
