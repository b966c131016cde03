/** What page and worker say to each other. */
export type WorkerMessage =
  /** To pages: the worker of this version has taken over. */
  | { kind: 'tallystone-version'; version: string }
  /** To the worker: the page is done, so the line is free for what may be asked for later. */
  | { kind: 'tallystone-keep-later' };

export function isWorkerMessage(value: unknown): value is WorkerMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    (value.kind === 'tallystone-version' || value.kind === 'tallystone-keep-later')
  );
}
