import { trustedScript } from '../offline/trusted-script.ts';
import type { CsvAnswer, CsvRequest } from './import-csv-judge.ts';
import workerUrl from './import-csv-worker.ts?worker&url';

const trusted = trustedScript('tallystone-csv', workerUrl);

export interface CsvReader {
  ask: (request: CsvRequest) => Promise<CsvAnswer>;
  close: () => void;
}

/** The worker that reads a CSV. An answer names its request, so one that comes after an error is not taken for another. */
export function openCsvReader(): CsvReader {
  const worker = new Worker(trusted(), { type: 'module' });
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
