import type { WireCsvImportResult } from '@tallystone/core/http-api/admin-markets';
import { cleanText } from '@tallystone/core/markets/clean-text';
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { adminMarketsQuery, marketStatsQuery, marketsQuery } from '../data/queries.ts';
import { t } from '../texts/t-admin.ts';
import { translated, translatedMessage } from '../texts/translated.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { csvFile, saveFile } from '../ui/save-file.ts';
import { adminProblem, adminProblemTitle } from './admin-problem.ts';
import { rejectedByRow } from './import-csv-by-row.ts';
import { ImportCsvColumns } from './import-csv-columns.tsx';
import { ImportCsvDrop } from './import-csv-drop.tsx';
import { type CsvFile, useCsvFile } from './import-csv-file.ts';
import type { RejectedRow } from './import-csv-judge.ts';
import { ImportCsvPreview } from './import-csv-preview.tsx';
import { rejectsCsv } from './import-csv-rejects.ts';
import { useLoneMutation } from './use-lone-mutation.ts';

/** Imports markets from a spreadsheet: choose a file, review it, import the good rows, download the others. */
export function ImportCsvDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const csv = useCsvFile();
  const [result, setResult] = useState<WireCsvImportResult | null>(null);
  const send = useLoneMutation({
    mutationFn: ({ text, columns }: CsvFile) =>
      callApi('importCsv', { body: { csv: text, columns: { ...columns } } }),
    onSuccess: (answer) => {
      setResult(answer);
      for (const { queryKey } of [marketsQuery, adminMarketsQuery, marketStatsQuery]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  const startOver = () => {
    setResult(null);
    send.reset();
    csv.startOver();
  };
  const { file } = csv;

  return (
    <Dialog
      onClose={onClose}
      title={t('adminFrame.importCsv')}
      {...(file && { description: cleanText(file.name) })}
      {...(file && { className: 'sm:w-[min(68rem,calc(100vw-2rem))]' })}
    >
      {result && file ? (
        <Done result={result} file={file} csv={csv} onAgain={startOver} onClose={onClose} />
      ) : file ? (
        <Review file={file} csv={csv} send={send} onAnother={startOver} />
      ) : (
        <div className="flex flex-col gap-4">
          {csv.problem !== null && (
            <Banner tone="error" title={t('adminCsv.cannotImport')}>
              {csv.problem}
            </Banner>
          )}
          <ImportCsvDrop busy={csv.busy} onFile={(chosen) => void csv.open(chosen)} />
        </div>
      )}
    </Dialog>
  );
}

interface ReviewProps {
  file: CsvFile;
  csv: ReturnType<typeof useCsvFile>;
  send: { isPending: boolean; error: Error | null; mutate: (file: CsvFile) => void };
  onAnother: () => void;
}

function Review({ file, csv, send, onAnother }: ReviewProps) {
  const { header, columns, judged } = file;
  const { isPending: pending, error } = send;
  const skipped = judged?.rejected.length ?? 0;
  const total = (judged?.good ?? 0) + skipped;
  return (
    <div className="flex flex-col gap-5">
      <ImportCsvColumns header={header} columns={columns} onChange={csv.chooseColumns} />
      {file.problem !== null && <Banner tone="warning">{translatedMessage(file.problem)}</Banner>}
      {judged && <ImportCsvPreview header={header} rows={judged.preview} total={total} />}
      {error !== null && (
        <Banner tone="error" title={adminProblemTitle(error, t('adminCsv.nothingImported'))}>
          {adminProblem(error)}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={judged === null || judged.good === 0 || pending} onClick={() => send.mutate(file)}>
          {pending
            ? t('adminFrame.sending')
            : judged === null
              ? t('adminCsv.importAct')
              : t('adminCsv.importGood', { good: judged.good, total })}
        </Button>
        <Button variant="secondary" disabled={pending} onClick={onAnother}>
          {t('adminCsv.chooseAnother')}
        </Button>
        {judged && skipped > 0 && (
          <Button
            variant="ghost"
            onClick={() => saveRejected({ header, rejected: judged.rejected.map(worded) })}
          >
            <Download aria-hidden="true" className="size-4" />
            {t('adminCsv.downloadRejected')}
          </Button>
        )}
      </div>
    </div>
  );
}

const worded = ({ wrong, ...row }: RejectedRow) => ({
  ...row,
  wrong: wrong.map(({ column, reason }) => ({ column, reason: translatedMessage(reason) })),
});

const saveRejected = (rows: Parameters<typeof rejectsCsv>[0]) =>
  saveFile({ name: 'rejected-rows.csv', content: csvFile(rejectsCsv(rows)) });

const REJECTED_SHOWN = 10;

interface DoneProps extends Pick<ReviewProps, 'file' | 'csv'> {
  result: WireCsvImportResult;
  onAgain: () => void;
  onClose: () => void;
}

/** The server's result for each row; it may differ from the preview. */
function Done({ result, file: { header }, csv, onAgain, onClose }: DoneProps) {
  const more = result.rejected.length - REJECTED_SHOWN;
  const download = async () => {
    const byRow = [...rejectedByRow(result.rejected)];
    const cells = await csv.cellsOf(byRow.map(([row]) => row));
    const rejected = byRow.map(([row, wrong], place) => ({
      row,
      wrong: wrong.map(({ column, reason, why }) => ({ column, reason: translated(reason, why) })),
      cells: cells[place] ?? [],
    }));
    saveRejected({ header, rejected });
  };
  return (
    <div className="flex flex-col gap-5">
      <Banner
        tone={result.rejected.length > 0 ? 'warning' : 'success'}
        title={translated(result.message, result.messageReason)}
      >
        {result.rejected.length > 0 && (
          <ul aria-label={t('adminCsv.rejectedRows')} className="mt-1 list-disc pl-5">
            {result.rejected.slice(0, REJECTED_SHOWN).map(({ row, column, reason, why }) => (
              <li key={`${row} ${column}`}>
                {column === null
                  ? t('adminCsv.rowProblem', { row, reason: translated(reason, why) })
                  : t('adminCsv.cellProblem', {
                      row,
                      column: cleanText(column),
                      reason: translated(reason, why),
                    })}
              </li>
            ))}
            {more > 0 && <li>{t('adminFrame.more', { figure: more })}</li>}
          </ul>
        )}
      </Banner>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onClose}>{t('adminCsv.done')}</Button>
        {result.rejected.length > 0 && (
          <Button variant="secondary" onClick={() => void download()}>
            <Download aria-hidden="true" className="size-4" />
            {t('adminCsv.downloadRejected')}
          </Button>
        )}
        <Button variant="secondary" onClick={onAgain}>
          {t('adminCsv.chooseAnother')}
        </Button>
      </div>
    </div>
  );
}
