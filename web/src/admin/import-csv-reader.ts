import type { CsvAnswer, CsvRequest } from './import-csv-judge.ts';
import workerUrl from './import-csv-worker.ts?worker&url';

export interface CsvReader {
  ask: (request: CsvRequest) => Promise<CsvAnswer>;
  close: () => void;
}

/** The worker that reads a CSV. Answers come in the order of the questions. */
export function openCsvReader(): CsvReader {
  const worker = new Worker(trusted(workerUrl), { type: 'module' });
  const waiting = new Map<number, { resolve: (answer: CsvAnswer) => void; reject: (error: Error) => void }>();
  let asked = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer: CsvAnswer }>) => {
    waiting.get(data.id)?.resolve(data.answer);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The file could not be read.'));
    waiting.clear();
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        worker.postMessage({ id: asked, request });
      }),
    close: () => worker.terminate(),
  };
}

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The content policy starts a worker only from an address that some code vouches for: here, one of our own build. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // absent where the browser does not have it
  if (trustedTypes === undefined) return url;
  policy ??= trustedTypes.createPolicy('tallystone-csv', {
    createScriptURL: (asked) => {
      if (asked !== workerUrl) throw new TypeError(`${asked} is not the worker that reads CSV files`);
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
