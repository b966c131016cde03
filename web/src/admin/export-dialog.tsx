import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../data/api-error.ts';
import { type AdminTextKey, t } from '../texts/t-admin.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/problem.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Select } from '../ui/select.tsx';
import { adminProblem } from './admin-problem.ts';
import { type ExportRequest, fetchExport } from './export-file.ts';
import { Labelled } from './labelled.tsx';

const SETS = [
  ['markets', 'adminFrame.markets'],
  ['bets', 'adminAnalytics.bets'],
  ['combos', 'adminAnalytics.combos'],
  ['ledger', 'adminCsv.ledger'],
  ['audit', 'adminFrame.audit'],
] as const satisfies readonly [ExportRequest['set'], AdminTextKey][];

/** Downloads data as a CSV: which set, and which days. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [set, setSet] = useState<ExportRequest['set']>('markets');
  const [days, setDays] = useState({ from: '', to: '' });
  const { from, to } = days;
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const download = useMutation({
    mutationFn: (query: ExportRequest) => {
      stop.current = new AbortController();
      return fetchExport(query, stop.current.signal);
    },
    onSuccess: saveFile,
    meta: { readsOnly: true },
  });
  // ISO dates sort as text.
  const reversed = from !== '' && to !== '' && from > to;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (download.isPending || reversed) return;
    download.mutate({ set, ...(from !== '' && { from }), ...(to !== '' && { to }) });
  };

  return (
    <Dialog onClose={onClose} title={t('adminFrame.exportData')} description={t('adminCsv.exportWhat')}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Labelled id={`${id}-set`} label={t('adminCsv.what')} text="text-secondary">
          <Select
            id={`${id}-set`}
            value={set}
            onValueChange={setSet}
            options={SETS.map(([value, label]) => ({ value, label: t(label) }))}
          />
        </Labelled>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['from', 'to'] as const).map((end) => (
            <Labelled key={end} id={`${id}-${end}`} label={t(`adminCsv.${end}`)} text="text-secondary">
              <input
                id={`${id}-${end}`}
                type="date"
                className="field"
                value={days[end]}
                aria-invalid={reversed}
                aria-describedby={`${id}-days`}
                onChange={(event) => setDays({ ...days, [end]: event.target.value })}
              />
            </Labelled>
          ))}
        </div>
        <p id={`${id}-days`} role="status" className="text-meta text-muted">
          {reversed ? <span className="text-negative">{t('adminCsv.reversed')}</span> : t('adminCsv.days')}
        </p>
        <Button type="submit" disabled={download.isPending || reversed} aria-busy={download.isPending}>
          {download.isPending ? t('controls.loading') : t('adminCsv.download')}
        </Button>
        <p role="status" className="text-meta empty:hidden">
          {download.isSuccess &&
            t(download.data.isEmpty ? 'adminCsv.downloadedEmpty' : 'adminCsv.downloaded', {
              file: download.data.name,
            })}
        </p>
        {download.isError && <Problem className="">{problemOf(download.error)}</Problem>}
      </form>
    </Dialog>
  );
}

function problemOf(error: Error): string {
  return error instanceof ApiError ? adminProblem(error) : t('adminCsv.brokeOff');
}
