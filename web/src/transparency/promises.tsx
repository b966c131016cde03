import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { Check, CircleHelp, X } from 'lucide-react';
import { Moment } from '../format/moment.tsx';
import { t } from '../texts/t-transparency.ts';
import { TextWith } from '../texts/text-with.tsx';
import { translated } from '../texts/translated.ts';
import { Titled } from '../ui/titled.tsx';

/** The promises of the books, and when each was last checked. */
export function Promises({ invariants }: { invariants: WireSolvency['invariants'] }) {
  return (
    <Titled title={t('transparency.promises')}>
      <p className="mt-1 max-w-prose text-muted">{t('transparency.promisesMean')}</p>
      {invariants.length === 0 ? (
        <p className="card mt-5 px-5 py-10 text-center text-muted">{t('transparency.notCheckedYet')}</p>
      ) : (
        <ol className="card mt-5 grid overflow-hidden lg:grid-cols-[1fr_1fr]">
          {invariants.map(({ number, promise, promiseReason, holds, checkedAt }) => (
            // Each item has a line above it; the first line is clipped.
            <li key={number} className="-mt-px flex gap-3 border-t border-t-line px-5 py-3.5">
              {checkedAt === null ? (
                <CircleHelp aria-hidden="true" className="size-5 flex-none text-muted" />
              ) : holds ? (
                <Check aria-hidden="true" className="size-5 flex-none text-positive" />
              ) : (
                <X aria-hidden="true" className="size-5 flex-none text-negative" />
              )}
              <div className="min-w-0 flex-1">
                <p className="first-letter:uppercase">{translated(promise, promiseReason)}</p>
                <p className="text-meta text-muted first-letter:uppercase">
                  {checkedAt === null ? (
                    t('transparency.notCheckedYet')
                  ) : (
                    <TextWith
                      text={holds ? t('transparency.holdsAt') : t('transparency.brokenAt')}
                      parts={{
                        holds: (words) => <span className="text-positive">{words}</span>,
                        broken: (words) => <span className="font-semibold text-negative">{words}</span>,
                        at: () => <Moment iso={checkedAt} />,
                      }}
                    />
                  )}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Titled>
  );
}
