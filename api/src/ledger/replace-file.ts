import { type FileHandle, open, realpath, rename } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Opens a file, and closes it after the work. */
export async function withFile<T>(
  path: string,
  flags: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await open(path, flags);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** The file is complete at every moment: the new one replaces it only once it is wholly on the disk. */
export async function replaceFile(file: string, text: string): Promise<void> {
  // The path may be a link to another disk, and must remain one.
  const path = await realpath(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return file;
    throw error;
  });
  const draft = join(dirname(path), `${basename(path)}.unfinished`);
  await withFile(draft, 'w', async (handle) => {
    await handle.writeFile(text);
    await handle.sync();
  });
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** A new name in a folder is on the disk once the folder is synced. Windows neither allows nor needs that. */
export async function syncFolder(folder: string): Promise<void> {
  if (platform() !== 'win32') await withFile(folder, 'r', (handle) => handle.sync());
}
