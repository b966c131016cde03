/** Messages between page and worker. */
export type WorkerMessage =
  /** To pages: the worker of this version has taken over. */
  | { kind: 'tallystone-version'; version: string }
  /** To the worker: the page has loaded, so fetch the files that may be needed later. */
  | { kind: 'tallystone-keep-later' };

export function isWorkerMessage(value: unknown): value is WorkerMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    (value.kind === 'tallystone-version' || value.kind === 'tallystone-keep-later')
  );
}
