import { type CsvRequest, createCsvJudge } from './import-csv-judge.ts';

// Parsing and checking thousands of rows in a worker keeps the page responsive.
const judge = createCsvJudge();
addEventListener('message', ({ data }: MessageEvent<{ id: number; request: CsvRequest }>) => {
  postMessage({ id: data.id, answer: judge(data.request) });
});
