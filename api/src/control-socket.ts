import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from './make-folder.ts';

/** The answer to a command. */
export interface Reply {
  ok: boolean;
  lines: string[];
}

/** Another process holds the data folder. */
export class FolderInUse extends Error {}

/** A process that is starting has claimed the folder; one that has it holds it, until it stops and leaves it. */
const STANDINGS = ['claiming', 'holding', 'leaving'] as const;
type Standing = (typeof STANDINGS)[number];

const NAME = /^tallystone-[0-9a-f]{8}\.sock$/;
/** The shortest limit among systems for the path of a socket. */
const LONGEST_PATH = 100;
const LONGEST_NAME = 'tallystone-00000000.sock'.length + 1;
const LONGEST_COMMAND = 16 * 1024;
const ANSWER_TIMEOUT_MS = 15_000;
/** Whoever is there answers at once, unless the whole machine is busy. */
const STANDING_TIMEOUT_MS = 10_000;
/** A process that lets go of the folder is waited for as long as it may take to stop. */
const LEAVING_MS = 12_000;

/**
 * Takes the data folder for this process. A socket in it that answers is the lock, and also the channel of
 * the command line tool. Every process makes a socket with a name of its own, so that one nobody answers on,
 * left by a process that was killed, can be removed by anybody at any time.
 *
 * Of processes that start at once one gets the folder: each makes its socket before it looks for others. It
 * gives way to one that holds, and to one with a lower name; for one with a higher name, which may have
 * looked before this one was there, it waits until that has taken the folder or given way. One that leaves is
 * waited for: a start right after an end would otherwise fail by a second.
 *
 * @param isLeaving whether this process is stopping and will let go of the folder
 * @returns how to let go of the folder
 * @throws FolderInUse
 */
export async function holdDataFolder(
  dataDir: string,
  answer: (command: string[]) => Promise<Reply>,
  isLeaving: () => boolean = () => false,
): Promise<() => Promise<void>> {
  makeFolder(dataDir);
  const folder = socketFolder(dataDir);
  const own = `tallystone-${randomBytes(4).toString('hex')}.sock`;
  let standing: Standing = 'claiming';
  const server = await listen(join(folder, own), async (command) =>
    command === null ? { ok: true, lines: [isLeaving() ? 'leaving' : standing] } : answer(command),
  );
  try {
    for (const name of socketsIn(folder))
      if (name !== own) await requireGone(folder, name, name < own, dataDir);
  } catch (error) {
    await close(server);
    throw error;
  }
  standing = 'holding';
  return () => close(server);
}

/** Sends a command to the process that holds the folder. Null when none does. */
export async function askHolder(dataDir: string, command: string[]): Promise<Reply | null> {
  const folder = socketFolder(dataDir);
  for (const name of socketsIn(folder)) {
    const path = join(folder, name);
    if ((await standingOf(path)) === 'holding') return ask(path, command, ANSWER_TIMEOUT_MS);
  }
  return null;
}

/** Waits until the process of a socket is gone, or has given way. */
async function requireGone(folder: string, name: string, isLower: boolean, dataDir: string): Promise<void> {
  const path = join(folder, name);
  const waitUntil = performance.now() + LEAVING_MS;
  for (;;) {
    const standing = await standingOf(path);
    if (standing === null) {
      rmSync(path, { force: true });
      return;
    }
    const isLeaving = standing === 'leaving' && performance.now() < waitUntil;
    if (!isLeaving && (standing !== 'claiming' || isLower)) {
      throw new FolderInUse(
        `${dataDir} is in use by another running Tallystone; stop that one or set DATA_DIR to another folder`,
      );
    }
    await delay(10);
  }
}

async function standingOf(path: string): Promise<Standing | null> {
  const reply = await ask(path, null, STANDING_TIMEOUT_MS).catch(() => ({ lines: ['holding'] }));
  if (reply === null) return null;
  // Somebody is there who does not answer well: held is the safe reading.
  return STANDINGS.find((standing) => standing === reply.lines[0]) ?? 'holding';
}

function socketsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => NAME.test(name))
      .sort();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function socketFolder(dataDir: string): string {
  if (Buffer.byteLength(dataDir) + LONGEST_NAME <= LONGEST_PATH) return dataDir;
  // Too deep for a socket: it lies in a folder of this user's own instead, named after the data folder.
  const user = join(tmpdir(), `tallystone-${process.getuid?.() ?? 'user'}`);
  const folder = join(user, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(user);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o077) !== 0)) {
    throw new Error(`${user} belongs to somebody else; choose a shorter DATA_DIR`);
  }
  return folder;
}

/** Sends a command, or null to ask for the standing. Null when nobody is behind the socket. */
function ask(path: string, command: string[] | null, timeoutMs: number): Promise<Reply | null> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ path, allowHalfOpen: true });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the running server does not answer')));
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.once('error', (error) => {
      const isNobody = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].some((code) => isCode(error, code));
      if (isNobody) resolve(null);
      else reject(error);
    });
    socket.once('end', () => {
      // Answered by our own server, of the same user; nothing at all by one that is just going.
      resolve(text === '' ? null : (JSON.parse(text) as Reply));
      socket.end();
    });
    socket.once('connect', () => socket.end(JSON.stringify(command)));
  });
}

type Answer = (command: string[] | null) => Promise<Reply>;

function listen(path: string, answer: Answer): Promise<Server> {
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

function serve(socket: Socket, answer: Answer): void {
  let text = '';
  socket.on('error', () => socket.destroy());
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    if (text.length > LONGEST_COMMAND) socket.destroy();
  });
  socket.once('end', () => {
    reply(text, answer).then((result) => socket.end(JSON.stringify(result)));
  });
}

async function reply(text: string, answer: Answer): Promise<Reply> {
  try {
    const command: unknown = JSON.parse(text);
    if (command !== null && !Array.isArray(command)) throw new Error('expected a list of words');
    return await answer(command === null ? null : command.map(String));
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
