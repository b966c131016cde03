import { type CsvRequest, createCsvJudge } from './import-csv-judge.ts';

// Parsing and judging thousands of rows beside the page keeps its buttons quick.
const judge = createCsvJudge();
addEventListener('message', ({ data }: MessageEvent<{ id: number; request: CsvRequest }>) => {
  postMessage({ id: data.id, answer: judge(data.request) });
});
