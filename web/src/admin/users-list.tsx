import type { WireAdminUser } from '@tallystone/core/http-api';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { adminAmount } from './admin-amount.ts';
import { localMoment, utcMoment } from './admin-moment.ts';
import { adminProblem } from './admin-problem.ts';
import { LoadFailed } from './load-failed.tsx';
import { UsersChangeDialog } from './users-change-dialog.tsx';

/** The server answers this many users at a time. */
const PAGE_ROWS = 100;

/** Who has signed in, with level and cap, which are changed only with a reason. */
export function UsersList() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [changing, setChanging] = useState<WireAdminUser | null>(null);
  const { publicKey } = useWallet();
  const query = useInfiniteQuery({
    queryKey: ['/api/admin/users', search],
    queryFn: ({ pageParam, signal }) =>
      callApi('listUsers', {
        query: { ...(search !== '' && { search }), ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    // Widened, because what follows the first page has an id.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length === PAGE_ROWS ? page.at(-1)?.id : undefined),
    refetchOnMount: 'always',
  });
  const users = query.data?.pages.flat();
  const onSearch = (event: FormEvent) => {
    event.preventDefault();
    setSearch(typed.trim());
  };

  return (
    <section aria-labelledby="users-heading">
      <h2 id="users-heading" className="text-h3">
        Users
      </h2>
      <form onSubmit={onSearch} className="mt-3 mb-4 flex max-w-md items-end gap-2">
        <div className="min-w-0 flex-1">
          <label htmlFor="users-search" className="mb-1 block text-meta font-semibold">
            Search by address
          </label>
          <input
            id="users-search"
            type="search"
            className="field"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            placeholder="Any part of it"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      {users === undefined ? (
        query.isError ? (
          <LoadFailed what="The users" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <p role="status" className="py-4 text-muted">
            Loading the users…
          </p>
        )
      ) : users.length === 0 ? (
        <p role="status" className="text-muted">
          {search === '' ? 'Nobody has signed in yet.' : `No address contains “${search}”.`}
        </p>
      ) : (
        <ul className="card divide-y divide-line">
          {users.map((user) => (
            <li key={user.id} className="px-5 py-4">
              <UserRow user={user} isSelf={user.publicKey === publicKey} onChange={() => setChanging(user)} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading older users' : 'Show older users'}
        </Button>
      )}
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-2 text-meta text-negative">
          The older users could not be loaded. {adminProblem(query.error)}
        </p>
      )}
      {changing !== null && <UsersChangeDialog user={changing} onClose={() => setChanging(null)} />}
    </section>
  );
}

function UserRow({ user, isSelf, onChange }: { user: WireAdminUser; isSelf: boolean; onChange: () => void }) {
  const short = shortenAddress(user.publicKey);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-secondary font-semibold" title={user.publicKey}>
            {short}
          </span>
          <Badge variant={user.kycLevel === 0 ? 'secondary' : 'default'}>Level {user.kycLevel}</Badge>
          {user.isAdmin && <Badge variant="outline">Admin</Badge>}
          {isSelf && <Badge variant="secondary">You</Badge>}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-meta text-muted">
          <span>
            Daily stake cap ${adminAmount(user.dailyStakeCap)} ({user.capIsOwn ? 'own' : 'of the level'})
          </span>
          <span>Balance ${adminAmount(user.balance)}</span>
          <span>
            {user.bets === 1 ? '1 bet' : `${user.bets} bets`}, ${adminAmount(user.staked)} staked
          </span>
          <span>
            {user.walletType}, since{' '}
            <time dateTime={user.createdAt} title={utcMoment(user.createdAt)}>
              {localMoment(user.createdAt)}
            </time>
          </span>
        </p>
      </div>
      {isSelf ? (
        <p className="text-meta text-muted">Another admin changes your level and cap.</p>
      ) : (
        <Button variant="secondary" size="small" aria-label={`Change ${short}`} onClick={onChange}>
          Change
        </Button>
      )}
    </div>
  );
}
