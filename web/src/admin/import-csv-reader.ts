import { trustedScript } from '../offline/trusted-script.ts';
import type { CsvAnswer, CsvRequest } from './import-csv-judge.ts';
import workerUrl from './import-csv-worker.ts?worker&url';

const trusted = trustedScript('tallystone-csv', workerUrl);

export interface CsvReader {
  ask: (request: CsvRequest) => Promise<CsvAnswer>;
  close: () => void;
}

/** The worker that reads a CSV. It answers requests in order. */
export function openCsvReader(): CsvReader {
  const worker = new Worker(trusted(), { type: 'module' });
  const waiting: { resolve: (answer: CsvAnswer) => void; reject: (error: Error) => void }[] = [];
  worker.addEventListener('message', ({ data }: MessageEvent<CsvAnswer>) => waiting.shift()?.resolve(data));
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('The file could not be read.'));
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(request);
      }),
    close: () => worker.terminate(),
  };
}
