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

/** Another process has locked the data folder. */
export class FolderInUse extends Error {}

/** A starting process is claiming the folder, a running one is holding it, and a stopping one is leaving it. */
const STATES = ['claiming', 'holding', 'leaving'] as const;
type State = (typeof STATES)[number];

const NAME = /^tallystone-[0-9a-f]{8}\.sock$/;
/** The shortest limit of any system for the path of a socket, in bytes. */
const LONGEST_PATH = 100;
const LONGEST_NAME = 'tallystone-00000000.sock'.length + 1;
const LONGEST_COMMAND = 16 * 1024;
const ANSWER_TIMEOUT_MS = 15_000;
/** A live process reports its state at once, unless the whole machine is busy. */
const STATE_TIMEOUT_MS = 10_000;
/** How long to wait for a process that is leaving the folder: as long as a stop may take. */
const LEAVING_MS = 12_000;

/**
 * Locks the data folder for this process. The lock is a socket in it that answers, which is also the channel of the command
 * line tool. Each process makes a socket with its own name, so any process can remove a socket that no longer answers because
 * its process was killed.
 *
 * If several processes start at once, one of them gets the folder. Each makes its socket before it looks for others. It
 * gives way to a process that is holding the folder, and to one with a lower name. It waits for a process with a higher name,
 * which may have looked before this socket existed, until that one has taken the folder or given way. It also waits for a
 * process that is leaving, because a start right after a stop would otherwise fail.
 *
 * @param isLeaving whether this process is stopping and will release the folder
 * @returns how to release the folder
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
  let state: State = 'claiming';
  const server = await listen(join(folder, own), async (command) =>
    command === null ? { ok: true, lines: [isLeaving() ? 'leaving' : state] } : answer(command),
  );
  try {
    for (const name of socketsIn(folder))
      if (name !== own) await requireGone(folder, name, name < own, dataDir);
  } catch (error) {
    await close(server);
    throw error;
  }
  state = 'holding';
  return () => close(server);
}

/** Sends a command to the process that is holding the folder. Returns null if there is none. */
export async function askHolder(dataDir: string, command: string[]): Promise<Reply | null> {
  const folder = socketFolder(dataDir);
  for (const name of socketsIn(folder)) {
    const path = join(folder, name);
    if ((await stateOf(path)) === 'holding') return ask(path, command, ANSWER_TIMEOUT_MS);
  }
  return null;
}

/** Waits until the process of a socket is gone or has given way. */
async function requireGone(folder: string, name: string, isLower: boolean, dataDir: string): Promise<void> {
  const path = join(folder, name);
  const waitUntil = performance.now() + LEAVING_MS;
  for (;;) {
    const state = await stateOf(path);
    if (state === null) {
      rmSync(path, { force: true });
      return;
    }
    const isLeaving = state === 'leaving' && performance.now() < waitUntil;
    if (!isLeaving && (state !== 'claiming' || isLower)) {
      throw new FolderInUse(
        `${dataDir} is in use by another running Tallystone; stop that one or set DATA_DIR to another folder`,
      );
    }
    await delay(10);
  }
}

async function stateOf(path: string): Promise<State | null> {
  const reply = await ask(path, null, STATE_TIMEOUT_MS).catch(() => ({ lines: ['holding'] }));
  if (reply === null) return null;
  // A process answers, but not properly. It is safest to assume that it holds the folder.
  return STATES.find((state) => state === reply.lines[0]) ?? 'holding';
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
  // The path is too long for a socket, so it goes into a private folder of this user, named after the data folder.
  const user = join(tmpdir(), `tallystone-${process.getuid?.() ?? 'user'}`);
  const folder = join(user, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(user);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o077) !== 0)) {
    throw new Error(`${user} belongs to another user; choose a shorter DATA_DIR`);
  }
  return folder;
}

/** Sends a command, or null to ask for the state. Returns null if no process listens on the socket. */
function ask(path: string, command: string[] | null, timeoutMs: number): Promise<Reply | null> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ path, allowHalfOpen: true });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the running server does not answer')));
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.once('error', (error) => {
      const isGone = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].some((code) => isCode(error, code));
      if (isGone) resolve(null);
      else reject(error);
    });
    socket.once('end', () => {
      // Our own server of the same user has answered. A process that is just ending sends nothing.
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
    // The umask makes the socket private to its owner from the first moment.
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
