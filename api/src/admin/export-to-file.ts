import { type FileHandle, open, rm } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Db } from '../db/db.ts';
import { exportData } from './export-data.ts';

export type WrittenExport =
  | { kind: 'written'; bytes: number }
  /** Nothing was written. One plain sentence. */
  | { kind: 'refused'; because: string };

/**
 * Writes an export to a new file, which only its owner may read.
 *
 * @param path absolute, because the one who asks may stand in another folder; refused when something is there
 * @throws HttpError as `exportData`; the file is gone again then, as after any other failure
 */
export async function exportToFile(
  db: Db,
  { path, ...asked }: Parameters<typeof exportData>[1] & { path: string },
): Promise<WrittenExport> {
  if (!isAbsolute(path))
    return { kind: 'refused', because: `${path} is not an absolute path; nothing was written.` };
  const file = await create(path);
  if ('because' in file) return file;
  try {
    const { pieces } = await exportData(db, asked);
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

async function create(path: string): Promise<FileHandle | { kind: 'refused'; because: string }> {
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
