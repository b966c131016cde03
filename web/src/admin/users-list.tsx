import type { WireAdminUser } from '@tallystone/core/http-api/admin';
import { shortenAddress } from '@tallystone/core/identity/short-address';
import { type FormEvent, useState } from 'react';
import { callApi } from '../data/api-client.ts';
import { dollars } from '../format/dollars.ts';
import { percentText } from '../format/percent-text.ts';
import { counted } from '../format/whole-number.ts';
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
  const [onlyBeating, setOnlyBeating] = useState(false);
  const [changing, setChanging] = useState<WireAdminUser | null>(null);
  const { publicKey } = useWallet();
  const query = usePages({
    queryKey: ['/api/admin/users', search, onlyBeating],
    read: (before, signal) =>
      callApi('listUsers', {
        query: { ...(search !== '' && { search }), ...(onlyBeating && { closing: 'beaten' }), ...before },
        signal,
      }),
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
      <div className="mb-4 grid justify-items-start gap-2">
        <Button
          variant="secondary"
          size="small"
          aria-pressed={onlyBeating}
          onClick={() => setOnlyBeating(!onlyBeating)}
        >
          {t('adminUsers.beatsClosing')}
        </Button>
        {onlyBeating && (
          <p className="max-w-prose text-secondary text-muted">{t('adminUsers.beatsClosingMeans')}</p>
        )}
      </div>
      {users === undefined ? (
        <Unread query={query} what={t('adminFrame.users')} className="py-4 text-muted" />
      ) : users.length === 0 ? (
        <p role="status" className="text-muted">
          {noneText({ search, onlyBeating })}
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

function noneText({ search, onlyBeating }: { search: string; onlyBeating: boolean }): string {
  if (onlyBeating) return t('adminUsers.noneBeats');
  return search === '' ? t('adminUsers.none') : t('adminUsers.noMatch', { search });
}

/** How a wallet's odds compare with the closing price, in one sentence. */
function closingText({ bets, games, mean, standardError }: NonNullable<WireAdminUser['closing']>): string {
  const figures = {
    mean: `${mean > 0 ? '+' : ''}${percentText(mean)}`,
    bets: betCount(bets),
    games: t('adminUsers.onGames', counted(games)),
  };
  return standardError === null
    ? t('adminUsers.closingUnsure', figures)
    : t('adminUsers.closing', { ...figures, error: percentText(standardError) });
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
          {user.closing?.beats && <Badge variant="outline">{t('adminUsers.beatsClosing')}</Badge>}
          {isSelf && <Badge variant="secondary">{t('adminUsers.you')}</Badge>}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-meta text-muted">
          <span>
            {user.capIsOwn ? t('adminUsers.ownCapOf', { cap }) : t('adminUsers.levelCapOf', { cap })}
          </span>
          <span>{t('adminUsers.balance', { amount: dollars(user.balance) })}</span>
          <span>{t('adminUsers.staked', { bets: betCount(user.bets), amount: dollars(user.staked) })}</span>
          {user.closing && <span>{closingText(user.closing)}</span>}
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
