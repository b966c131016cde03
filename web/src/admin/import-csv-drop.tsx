import { CSV_LIMITS } from '@tallystone/core/csv/csv-text';
import { MARKET_COLUMNS, REQUIRED_COLUMNS } from '@tallystone/core/markets/market-columns';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { wholeNumber } from '../format/whole-number.ts';
import { t } from '../texts/t-admin.ts';
import { TextWith } from '../texts/text-with.tsx';
import { classNames } from '../ui/class-names.ts';

export interface ImportCsvDropProps {
  busy: boolean;
  onFile: (file: File) => void;
}

/** Where a file is dropped or chosen, with its requirements. */
export function ImportCsvDrop({ busy, onFile }: ImportCsvDropProps) {
  const [over, setOver] = useState(false);
  return (
    <div>
      {/* The label is the drop zone: a click anywhere on it opens the browser's file dialog. */}
      <label
        className={classNames(
          'relative flex flex-col items-center gap-2 px-4 py-9 border-2 border-dashed rounded-card text-center cursor-pointer [&:hover]:border-primary [&:hover]:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2',
          over ? 'border-primary bg-primary-soft' : 'border-line-strong bg-sunk',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file && !busy) onFile(file);
        }}
      >
        <FileUp aria-hidden="true" className="size-7 text-muted" />
        <span className="font-semibold">{busy ? t('controls.loading') : t('adminCsv.chooseOrDrop')}</span>
        <span className="text-meta text-muted">
          {t('adminCsv.limits', { rows: wholeNumber(CSV_LIMITS.rows) })}
        </span>
        <input
          type="file"
          // Tab-separated tables are often saved as .txt.
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          className="sr-only"
          disabled={busy}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // Lets the same file be chosen again after a fix.
            event.currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
      </label>
      <p className="mt-4 text-meta text-muted">
        <TextWith text={t('adminCsv.howColumns')} parts={{ columns: () => <ColumnNames /> }} />{' '}
        <TextWith
          text={t('adminCsv.howCells')}
          parts={{ example: () => <span className="font-mono">Yes|No</span> }}
        />
      </p>
    </div>
  );
}

/** Column names as the file has them, in any language of the page. */
function ColumnNames() {
  return MARKET_COLUMNS.map((field, index) => (
    <span key={field}>
      {index > 0 && ', '}
      <span className={REQUIRED_COLUMNS.includes(field) ? 'font-semibold text-ink' : undefined}>{field}</span>
    </span>
  ));
}
