import { createHash, randomBytes } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The answer to a command. */
export interface Reply {
  ok: boolean;
  lines: string[];
}

/** Another process holds the data folder. */
export class FolderInUse extends Error {}

const NAME = 'tallystone.sock';
/** The shortest limit among systems for the path of a socket. */
const LONGEST_PATH = 100;
const LONGEST_COMMAND = 16 * 1024;
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Takes the data folder for this process: a socket in it that answers is the lock, and also the channel of
 * the command line tool. A socket that nobody answers on was left by a process that was killed, and is
 * replaced.
 *
 * @returns how to let go of the folder
 * @throws FolderInUse
 */
export async function holdDataFolder(
  dataDir: string,
  answer: (command: string[]) => Promise<Reply>,
): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = socketPath(dataDir);
  const own = `${path}.${randomBytes(4).toString('hex')}`;
  const server = await listen(own, answer);
  try {
    // A link is made by one process only, however many try at once.
    while (!tryLink(own, path)) await clearStale(path, dataDir);
  } catch (error) {
    await close(server);
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return async () => {
    rmSync(path, { force: true });
    await close(server);
  };
}

/** Sends a command to the process that holds the folder. Null when none does. */
export async function askHolder(dataDir: string, command: string[]): Promise<Reply | null> {
  const socket = await tryConnect(socketPath(dataDir));
  if (socket === null) return null;
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('the server does not answer')));
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.once('error', reject);
    // The other end is our own server, of the same user: its answers have this form.
    socket.once('end', () => resolve(JSON.parse(text) as Reply));
    socket.end(`${JSON.stringify(command)}\n`);
  });
}

function socketPath(dataDir: string): string {
  const path = join(dataDir, NAME);
  if (Buffer.byteLength(path) + 9 <= LONGEST_PATH) return path;
  // Too deep for a socket: it lies in a folder of this user's own instead, named after the data folder.
  const folder = join(tmpdir(), `tallystone-${process.getuid?.() ?? 'user'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o077) !== 0)) {
    throw new Error(`${folder} belongs to somebody else; choose a shorter DATA_DIR`);
  }
  return join(folder, `${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`);
}

function tryLink(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Removes a socket nobody answers on. Moved aside first, so that only one process removes it. */
async function clearStale(path: string, dataDir: string): Promise<void> {
  await refuseIfAnswered(path, dataDir);
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    // What was moved may be the socket of a process that started in this very moment.
    await refuseIfAnswered(aside, dataDir);
  } catch (error) {
    tryLink(aside, path);
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

async function refuseIfAnswered(path: string, dataDir: string): Promise<void> {
  const socket = await tryConnect(path);
  if (socket === null) return;
  socket.destroy();
  throw new FolderInUse(
    `${dataDir} is in use by another running Tallystone; stop that one or set DATA_DIR to another folder`,
  );
}

function tryConnect(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error) => {
      if (isCode(error, 'ECONNREFUSED') || isCode(error, 'ENOENT')) resolve(null);
      else reject(error);
    });
  });
}

function listen(path: string, answer: (command: string[]) => Promise<Reply>): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, answer));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // From its first moment on the socket is its owner's alone.
    const mask = process.umask(0o177);
    try {
      server.listen(path, () => resolve(server));
    } finally {
      process.umask(mask);
    }
  });
}

function serve(socket: Socket, answer: (command: string[]) => Promise<Reply>): void {
  let text = '';
  socket.on('error', () => socket.destroy());
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    if (text.length > LONGEST_COMMAND) socket.destroy();
  });
  socket.once('end', () => {
    if (text === '') {
      // Only asked whether somebody is here.
      socket.end();
      return;
    }
    reply(text, answer).then((result) => socket.end(JSON.stringify(result)));
  });
}

async function reply(text: string, answer: (command: string[]) => Promise<Reply>): Promise<Reply> {
  try {
    const command: unknown = JSON.parse(text);
    if (!Array.isArray(command)) throw new Error('expected a list of words');
    return await answer(command.map(String));
  } catch (error) {
    return { ok: false, lines: [error instanceof Error ? error.message : 'the command failed'] };
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
