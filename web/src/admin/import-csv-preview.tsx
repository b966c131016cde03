import { cleanText } from '@tallystone/core/markets/clean-text';
import type { Message } from '@tallystone/core/sentences/sentence';
import { t } from '../texts/t-admin.ts';
import { translatedMessage } from '../texts/translated.ts';
import { PREVIEW_ROWS, type PreviewRow } from './import-csv-judge.ts';

export interface ImportCsvPreviewProps {
  header: readonly string[];
  rows: readonly PreviewRow[];
  total: number;
}

/** The first rows, without invisible characters, with the reason for each rejected cell. */
export function ImportCsvPreview({ header, rows, total }: ImportCsvPreviewProps) {
  return (
    <section
      className="relative max-h-[min(26rem,45dvh)] overflow-auto border border-line rounded-control"
      aria-label={t('adminCreate.preview')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="import-csv-table">
        <caption className="px-2.5 py-2 text-left text-muted">
          {total > PREVIEW_ROWS
            ? t('adminCsv.firstRows', { shown: PREVIEW_ROWS, total })
            : t('adminCsv.allRows', { total })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('adminCsv.row')}</th>
            {header.map((name, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name, and never move
              <th scope="col" key={place}>
                {cleanText(name) || t('adminCsv.column', { number: place + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells, problems }) => (
            <tr key={row} data-refused={Object.keys(problems).length > 0 || undefined}>
              <th scope="row">
                {row}
                {problems[''] !== undefined && <Problem message={problems['']} />}
              </th>
              {header.map((name, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={place}>
                  {cells[place]}
                  {name !== '' && problems[name] !== undefined && <Problem message={problems[name]} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Problem({ message }: { message: Message }) {
  return (
    <span className="mt-0.5 block text-small font-normal text-negative">{translatedMessage(message)}</span>
  );
}
