/** A database whose clock can be put forward. */
export interface MovedClock {
  /** The address to open the database by: its sessions read the moved clock. */
  readonly url: string;
  /** For every session at once. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

export function openMovedClock(url: string): Promise<MovedClock>;
