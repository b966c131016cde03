import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A port that forwards to another one, so the program behind it can end and restart on any port. */
export class SteadyPort {
  /** Null: connections are cut. */
  target: number | null = null;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => this.#pass(socket));
  }

  static async open(): Promise<SteadyPort> {
    const steady = new SteadyPort();
    await new Promise<void>((resolve, reject) => {
      steady.#server.once('error', reject);
      steady.#server.listen(0, '127.0.0.1', resolve);
    });
    return steady;
  }

  get port(): number {
    // It listens on a port, not on a path.
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(near: Socket): void {
    if (this.target === null) {
      near.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const far = connect({ port: this.target, host: '127.0.0.1' });
    const both = [near, far];
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        for (const other of both) other.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }
}
