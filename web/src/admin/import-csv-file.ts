import { CSV_LIMITS } from '@tallystone/core/csv/csv-text';
import type { Message } from '@tallystone/core/sentences/sentence';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminMarketsQuery, settingsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { trustedScript } from '../offline/trusted-script.ts';
import { t } from '../texts/t-admin.ts';
import { translatedMessage } from '../texts/translated.ts';
import type { ChosenColumns, CsvAnswer, CsvRequest } from './import-csv-judge.ts';
import workerUrl from './import-csv-worker.ts?worker&url';
import { takenTitles } from './taken-titles.ts';

type JudgedCsv = Extract<CsvAnswer, { kind: 'judged' }>;

export interface CsvFile {
  name: string;
  text: string;
  header: readonly string[];
  columns: ChosenColumns;
  /** Null while it is being checked, and if required columns are missing. */
  judged: JudgedCsv | null;
  /** Why no row could be checked. */
  problem: Message | null;
}

/** Reads a file and checks it in a worker by the server's rules. */
export function useCsvFile() {
  const queryClient = useQueryClient();
  const reader = useRef<CsvReader | null>(null);
  const [file, setFile] = useState<CsvFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(
    () => () => {
      reader.current?.close();
      reader.current = null;
    },
    [],
  );

  /** The markets and settings this page knows. The server checks again with its own. */
  const rules = () => {
    const now = serverClock.now();
    const markets = queryClient.getQueryData(adminMarketsQuery.queryKey) ?? [];
    const settings = queryClient.getQueryData(settingsQuery.queryKey);
    return {
      now: now.getTime(),
      futures: settings?.futuresTrading ?? true,
      taken: takenTitles(markets, now),
    };
  };

  async function open(chosen: File): Promise<void> {
    setFile(null);
    setProblem(null);
    // Checked before reading: a file of a gigabyte would hang the page.
    if (chosen.size > CSV_LIMITS.characters) {
      setProblem(t('adminCsv.tooLarge', { file: chosen.name }));
      return;
    }
    setBusy(true);
    try {
      const text = await chosen.text();
      // The browser puts U+FFFD for every byte that isn't valid UTF-8.
      if (text.includes('\ufffd')) {
        setProblem(t('adminCsv.notUtf8', { file: chosen.name }));
        return;
      }
      reader.current ??= openCsvReader();
      const parsed = await reader.current.ask({ kind: 'parse', text });
      if (parsed.kind === 'refused') setProblem(translatedMessage(parsed.problem));
      else if (parsed.kind === 'parsed') {
        const { header, columns } = parsed;
        await judge({ name: chosen.name, text, header, columns, judged: null, problem: null });
      }
    } catch {
      setProblem(t('adminCsv.unreadable'));
    } finally {
      setBusy(false);
    }
  }

  async function judge(next: CsvFile): Promise<void> {
    setFile(next);
    const answer = await reader.current?.ask({ kind: 'judge', columns: next.columns, ...rules() });
    if (answer === undefined) return;
    // Other columns may have been chosen during the check.
    setFile((now) => {
      if (now?.columns !== next.columns) return now;
      if (answer.kind === 'judged') return { ...now, judged: answer, problem: null };
      return { ...now, judged: null, problem: answer.kind === 'refused' ? answer.problem : null };
    });
  }

  return {
    file,
    problem,
    busy,
    open,
    chooseColumns: (columns: ChosenColumns) => {
      if (file) void judge({ ...file, columns, judged: null, problem: null });
    },
    /** The rows' cells as they are in the file. */
    cellsOf: async (rows: readonly number[]) => {
      const answer = await reader.current?.ask({ kind: 'cells', rows });
      return answer?.kind === 'cells' ? answer.cells : [];
    },
    startOver: () => {
      setFile(null);
      setProblem(null);
    },
  };
}

const trusted = trustedScript('tallystone-csv', workerUrl);

interface CsvReader {
  ask: (request: CsvRequest) => Promise<CsvAnswer>;
  close: () => void;
}

/** The worker that reads a CSV. An answer names its request, so one that comes after an error is not taken for another. */
function openCsvReader(): CsvReader {
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
