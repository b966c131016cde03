import type { WireSolvency } from '@tallystone/core/http-api';
import { Check, CircleHelp, X } from 'lucide-react';
import { Moment } from '../format/moment.tsx';

/** What the books promise, and when each promise was last checked. */
export function Promises({ invariants }: { invariants: WireSolvency['invariants'] }) {
  return (
    <section aria-labelledby="promises-heading">
      <h2 id="promises-heading" className="text-h3">
        What the books promise
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        The server checks these by itself. If one is broken, it takes no more bets until somebody has looked.
      </p>
      {invariants.length === 0 ? (
        <p className="card mt-5 px-5 py-10 text-center text-muted">Nothing has been checked yet.</p>
      ) : (
        <ol className="promises card mt-5">
          {invariants.map(({ number, promise, holds, checkedAt }) => (
            <li key={number}>
              {checkedAt === null ? (
                <CircleHelp aria-hidden="true" className="size-5 flex-none text-muted" />
              ) : holds ? (
                <Check aria-hidden="true" className="size-5 flex-none text-positive" />
              ) : (
                <X aria-hidden="true" className="size-5 flex-none text-negative" />
              )}
              <div className="min-w-0 flex-1">
                <p className="break-words">{promise}</p>
                <p className="text-meta text-muted">
                  {checkedAt === null ? (
                    'Not checked yet'
                  ) : (
                    <>
                      <span className={holds ? 'text-positive' : 'font-semibold text-negative'}>
                        {holds ? 'Holds' : 'Broken'}
                      </span>
                      , checked <Moment iso={checkedAt} />
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
