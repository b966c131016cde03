import { CSV_LIMITS } from '@tallystone/core/csv/csv-text';
import { titleKey } from '@tallystone/core/markets/title-key';
import type { Message } from '@tallystone/core/sentences/sentence';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminMarketsQuery, settingsQuery } from '../data/queries.ts';
import { serverClock } from '../data/server-clock.ts';
import { t } from '../texts/t-admin.ts';
import { translatedMessage } from '../texts/translated.ts';
import { marketStatus } from './admin-markets.ts';
import type { ChosenColumns, CsvAnswer } from './import-csv-judge.ts';
import { type CsvReader, openCsvReader } from './import-csv-reader.ts';

type JudgedCsv = Extract<CsvAnswer, { kind: 'judged' }>;

export interface CsvFile {
  name: string;
  text: string;
  header: readonly string[];
  columns: ChosenColumns;
  /** Null while it is being judged, and when its columns do not suffice. */
  judged: JudgedCsv | null;
  /** Why no row could be judged. */
  problem: Message | null;
}

/** A file on its way in: read and judged beside the page, by the rules that the server has. */
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

  /** What is known of markets and settings here. The server judges again by what it knows. */
  const rules = () => {
    const now = serverClock.now();
    const markets = queryClient.getQueryData(adminMarketsQuery.queryKey) ?? [];
    const settings = queryClient.getQueryData(settingsQuery.queryKey);
    return {
      now: now.getTime(),
      futures: settings?.futuresTrading ?? true,
      taken: markets
        .filter((market) => !['archived', 'ended'].includes(marketStatus(market, now)))
        .map(({ title }) => titleKey(title)),
    };
  };

  async function open(chosen: File): Promise<void> {
    setFile(null);
    setProblem(null);
    // Before it is read: a file of a gigabyte would not come back.
    if (chosen.size > CSV_LIMITS.characters) {
      setProblem(t('adminCsv.tooLarge', { file: chosen.name }));
      return;
    }
    setBusy(true);
    try {
      const text = await chosen.text();
      // What is not UTF-8 is read with this in the place of each letter that it does not know.
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
    // Columns may have been chosen anew while it was judged.
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
    /** The cells of rows as they are in the file. */
    cellsOf: async (rows: readonly number[]) => {
      const answer = await reader.current?.ask({ kind: 'cells', rows });
      return answer?.kind === 'cells' ? answer.cells : [];
    },
    startAnew: () => {
      setFile(null);
      setProblem(null);
    },
  };
}
