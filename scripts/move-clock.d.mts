/** A database whose clock can be moved forward. */
export interface MovedClock {
  /** The connection string with which sessions read the moved clock. */
  readonly url: string;
  /** For all sessions at once. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

export function openMovedClock(url: string): Promise<MovedClock>;
