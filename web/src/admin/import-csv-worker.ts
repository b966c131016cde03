import { type CsvRequest, createCsvJudge } from './import-csv-judge.ts';

// Parsing and checking thousands of rows in a worker keeps the page responsive.
const judge = createCsvJudge();
addEventListener('message', ({ data }: MessageEvent<CsvRequest>) => postMessage(judge(data)));
