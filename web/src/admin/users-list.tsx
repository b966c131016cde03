import type { WireAdminUser } from '@tallystone/core/http-api/admin';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { type FormEvent, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { dollars } from '../format/dollars.ts';
import { t } from '../texts/t-admin.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Titled } from '../ui/titled.tsx';
import { useWallet } from '../wallet/wallet-context.tsx';
import { betCount } from './bet-count.ts';
import { Labelled } from './labelled.tsx';
import { ShowOlder, usePages } from './show-older.tsx';
import { TextAt } from './text-at.tsx';
import { Unread } from './unread.tsx';
import { UsersChangeDialog } from './users-change-dialog.tsx';

/** All users with level and cap, which can be changed with a reason. */
export function UsersList() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [changing, setChanging] = useState<WireAdminUser | null>(null);
  const { publicKey } = useWallet();
  const query = usePages({
    queryKey: ['/api/admin/users', search],
    read: (before, signal) =>
      callApi('listUsers', { query: { ...(search !== '' && { search }), ...before }, signal }),
  });
  const users = query.data?.pages.flat();
  const onSearch = (event: FormEvent) => {
    event.preventDefault();
    setSearch(typed.trim());
  };

  return (
    <Titled title={t('adminFrame.users')}>
      <form onSubmit={onSearch} className="mt-3 mb-4 flex max-w-md items-end gap-2">
        <Labelled id="users-search" label={t('adminUsers.searchByAddress')} className="min-w-0 flex-1">
          <input
            id="users-search"
            type="search"
            className="field"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Labelled>
        <Button type="submit" variant="secondary">
          {t('finding.searchShort')}
        </Button>
      </form>
      {users === undefined ? (
        <Unread query={query} what={t('adminFrame.users')} className="py-4 text-muted" />
      ) : users.length === 0 ? (
        <p role="status" className="text-muted">
          {search === '' ? t('adminUsers.none') : t('adminUsers.noMatch', { search })}
        </p>
      ) : (
        <ul className="card divide-y divide-line">
          {users.map((user) => (
            <li key={user.id} className="px-5 py-4">
              <UserRow
                user={user}
                isSelf={!user.isGuest && user.publicKey === publicKey}
                onChange={() => setChanging(user)}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowOlder query={query} />
      {changing !== null && <UsersChangeDialog user={changing} onClose={() => setChanging(null)} />}
    </Titled>
  );
}

function UserRow({ user, isSelf, onChange }: { user: WireAdminUser; isSelf: boolean; onChange: () => void }) {
  const short = shortenAddress(user.publicKey);
  const cap = dollars(user.dailyStakeCap);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-secondary font-semibold" title={user.publicKey}>
            {short}
          </span>
          <Badge variant={user.kycLevel === 0 ? 'secondary' : 'default'}>
            {t('adminUsers.level', { level: user.kycLevel })}
          </Badge>
          {user.isAdmin && <Badge variant="outline">{t('adminUsers.admin')}</Badge>}
          {user.isGuest && <Badge variant="outline">{t('wallet.guest')}</Badge>}
          {user.isSimulated && <Badge variant="outline">{t('adminUsers.simulated')}</Badge>}
          {isSelf && <Badge variant="secondary">{t('adminUsers.you')}</Badge>}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-meta text-muted">
          <span>
            {user.capIsOwn ? t('adminUsers.ownCapOf', { cap }) : t('adminUsers.levelCapOf', { cap })}
          </span>
          <span>{t('adminUsers.balance', { amount: dollars(user.balance) })}</span>
          <span>{t('adminUsers.staked', { bets: betCount(user.bets), amount: dollars(user.staked) })}</span>
          <span>
            <TextAt text={t('adminUsers.since', { wallet: user.walletType })} iso={user.createdAt} />
          </span>
        </p>
      </div>
      {isSelf ? (
        <p className="text-meta text-muted">{t('adminUsers.notYourself')}</p>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('adminUsers.changeWho', { who: short })}
          onClick={onChange}
        >
          {t('adminUsers.change')}
        </Button>
      )}
    </div>
  );
}
