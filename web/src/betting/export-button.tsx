import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '../texts/t-account.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';
import { csvFile, saveFile } from '../ui/save-file.ts';

export interface ExportButtonProps {
  /** The name of the CSV, without date and extension. */
  fileName: string;
  /** Reads the whole list and returns it as CSV. */
  read: () => Promise<string>;
}

/** Downloads a whole list as CSV. */
export function ExportButton({ fileName, read }: ExportButtonProps) {
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  const reading = useRef(false);
  const save = async () => {
    if (reading.current) return;
    reading.current = true;
    setState('reading');
    try {
      const name = `${fileName}-${new Date().toISOString().slice(0, 10)}.csv`;
      saveFile({ name, content: csvFile(await read()) });
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      reading.current = false;
    }
  };
  return (
    <div>
      <Button variant="secondary" aria-busy={state === 'reading'} onClick={() => void save()}>
        <Download aria-hidden="true" className="size-4" />
        {state === 'reading' ? t('history.readingAll') : t('history.exportCsv')}
      </Button>
      {state === 'failed' && <Problem className="mt-1">{t('history.notAllRead')}</Problem>}
    </div>
  );
}
