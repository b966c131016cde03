import { type FileHandle, open, rm } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Db } from '../db/db.ts';
import { exportData } from './export-data.ts';

type Refused = { kind: 'refused'; because: string };

/**
 * Writes an export to a new file that only its owner can read.
 *
 * @param path must be absolute, because the caller may run in another folder; refused when a file exists there
 * @throws HttpError as `exportData`; the file is removed then, as after any other failure
 */
export async function exportToFile(
  db: Db,
  { path, ...request }: Parameters<typeof exportData>[1] & { path: string },
): Promise<{ kind: 'written'; bytes: number } | Refused> {
  if (!isAbsolute(path))
    return { kind: 'refused', because: `${path} is not an absolute path; nothing was written.` };
  const file = await create(path);
  if ('because' in file) return file;
  try {
    const { pieces } = await exportData(db, request);
    let bytes = 0;
    for await (const piece of pieces) {
      const buffer = Buffer.from(piece);
      await file.writeFile(buffer);
      bytes += buffer.length;
    }
    await file.close();
    return { kind: 'written', bytes };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

async function create(path: string): Promise<FileHandle | Refused> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const because =
      code === 'EEXIST'
        ? `${path} already exists; choose another name.`
        : `${path} cannot be written (${String(code)}); choose another folder.`;
    return { kind: 'refused', because };
  }
}
