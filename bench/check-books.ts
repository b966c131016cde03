import type { Reader } from './database.ts';
import { signerOf } from './evm-wallet.ts';

/**
 * The books, checked by a second hand: written from the design, not from the server's own checks, so that
 * one mistake cannot hide in both. Each query counts what breaks its sentence.
 */
const RULES: readonly { sentence: string; broken: string }[] = [
  {
    sentence: 'all accounts add to zero',
    broken: `select 1 from (select sum(balance) as total from accounts) t where total <> 0`,
  },
  {
    sentence: 'every balance is the sum of its postings',
    broken: `
      select 1 from accounts a where a.balance <>
        coalesce((select sum(p.amount) from postings p where p.to_account = a.id), 0)
        - coalesce((select sum(p.amount) from postings p where p.from_account = a.id), 0)`,
  },
  {
    sentence: 'nobody but the faucet and the outside world owes money',
    broken: `select 1 from accounts where balance < 0 and kind not in ('faucet', 'outside')`,
  },
  {
    sentence: 'every posting moves a positive amount between two accounts',
    broken: `select 1 from postings where amount <= 0 or from_account = to_account`,
  },
  {
    sentence: 'every entry has a posting',
    broken: `select 1 from entries e where not exists (select 1 from postings p where p.entry_id = e.id)`,
  },
  {
    sentence: 'a market received the stakes of its bets, and owes their payouts on each outcome',
    broken: `
      select 1 from markets m where m.received <> coalesce((select sum(stake) from bets where market_id = m.id), 0)
      union all
      select 1 from outcomes o where o.open_returns <>
        coalesce((select sum(payout) from bets where market_id = o.market_id and outcome_id = o.id), 0)`,
  },
  {
    sentence: 'the escrow of a market is its budget and its stakes, and covers its worst outcome and a void',
    broken: `
      select 1 from markets m left join accounts a on a.kind = 'escrow' and a.market_id = m.id
      where coalesce(a.balance, 0) <> m.funded + m.received
        or coalesce(a.balance, 0) < m.received
        or coalesce(a.balance, 0) < (select max(open_returns) from outcomes where market_id = m.id)
        or m.funded not in (0, m.loss_budget)
        or (m.funded = 0 and (m.received > 0 or (m.pricing = 'lmsr' and m.archived_at is null)))`,
  },
  {
    sentence: 'what markets were funded with, less what they gave back, is what lies beside their stakes',
    broken: `
      select 1 from markets m left join accounts a on a.kind = 'escrow' and a.market_id = m.id
      where m.funded <>
        coalesce((select sum(p.amount) from postings p join entries e on e.id = p.entry_id
          where p.to_account = a.id and e.kind = 'market-open'), 0)
        - coalesce((select sum(p.amount) from postings p join entries e on e.id = p.entry_id
          where p.from_account = a.id and e.kind = 'market-withdrawal'), 0)`,
  },
  {
    sentence: 'markets that follow a feed lose at most their cap, and together at most that of their game',
    broken: `
      select 1 from markets m where m.pricing = 'feed' and m.loss_budget <
        (select max(open_returns) from outcomes where market_id = m.id) - m.received
      union all
      select 1 from games g where g.cap < (
        select sum(greatest(0, (select max(open_returns) from outcomes where market_id = m.id) - m.received))
        from markets m where m.game_id = g.id)`,
  },
  {
    sentence: 'bets on a feed say when their price was told, at most ten minutes before, and no others do',
    broken: `
      select 1 from bets b join markets m on m.id = b.market_id
      where (b.priced_at is null) <> (m.pricing = 'lmsr') or b.placed_at - b.priced_at > interval '10 minutes'`,
  },
  {
    sentence:
      'a bet has exactly one entry with exactly one posting: its stake, from its bettor to its market',
    broken: `
      select 1 from bets b left join entries e on e.id = b.entry_id where e.kind is distinct from 'bet'
      union all
      select 1 from bets b where 1 <> (select count(*) from postings p where p.entry_id = b.entry_id)
      union all
      select 1 from bets b join postings p on p.entry_id = b.entry_id
        join accounts f on f.id = p.from_account join accounts t on t.id = p.to_account
      where p.amount <> b.stake
        or f.kind <> 'user' or f.user_id is distinct from b.user_id
        or t.kind <> 'escrow' or t.market_id is distinct from b.market_id`,
  },
  {
    sentence: 'every stake that was posted belongs to one bet',
    broken: `
      select 1 from entries e where e.kind = 'bet' and 1 <> (select count(*) from bets b where b.entry_id = e.id)
      union all
      select 1 from postings p join entries e on e.id = p.entry_id join accounts t on t.id = p.to_account
      where t.kind = 'escrow' and e.kind not in ('bet', 'market-open')`,
  },
  {
    sentence: 'a payout is stake times odds, and odds lie between 1.01 and 1000.00 in whole hundredths',
    broken: `
      select 1 from bets where payout::numeric * 1000000 <> stake::numeric * odds
        or stake <= 0 or stake % 10000 <> 0 or odds % 10000 <> 0 or odds < 1010000 or odds > 1000000000`,
  },
  {
    sentence: 'a user has what the faucet gave less what was staked',
    broken: `
      select 1 from accounts a where a.kind = 'user' and a.balance <>
        coalesce((select sum(p.amount) from postings p join entries e on e.id = p.entry_id
          where p.to_account = a.id and e.kind = 'faucet-grant'), 0)
        - coalesce((select sum(b.stake) from bets b where b.user_id = a.user_id), 0)`,
  },
  {
    sentence: 'a key and a quote buy one bet each',
    broken: `
      select 1 from bets where idempotency_key is not null group by user_id, idempotency_key having count(*) > 1
      union all
      select 1 from bets where quote_id is not null group by user_id, quote_id having count(*) > 1`,
  },
  {
    sentence: 'a signed text without key or quote buys one bet in ten minutes',
    broken: `
      select 1 from bets a join bets b on a.user_id = b.user_id and a.signed_hash = b.signed_hash and a.seq < b.seq
      where a.quote_id is null and a.idempotency_key is null and b.quote_id is null
        and b.idempotency_key is null and b.placed_at - a.placed_at < interval '10 minutes'`,
  },
  {
    sentence: 'the stakes of a UTC day stay under the cap that each bet was accepted with',
    broken: `
      select 1 from (
        select daily_stake_cap, sum(stake) over (
          partition by user_id, date_trunc('day', placed_at at time zone 'UTC') order by placed_at, seq
        ) as staked from bets
      ) t where staked > daily_stake_cap`,
  },
  {
    sentence: 'every bet was placed before its market closed',
    broken: `select 1 from bets where placed_at >= closes_at`,
  },
  {
    sentence: 'each bet made one version of its market, and none is above the latest',
    broken: `
      select 1 from bets group by market_id, market_version having count(*) > 1
      union all
      select 1 from bets b join markets m on m.id = b.market_id where b.market_version > m.version`,
  },
];

const CHECKED_SIGNATURES = 100;

/** @returns a sentence for every rule that does not hold; none when the books are right */
export async function checkBooks(reader: Reader): Promise<string[]> {
  const broken: string[] = [];
  for (const rule of RULES) {
    const [count] = await reader.rows(`select count(*)::text as exceptions from (${rule.broken}) as broken`);
    const exceptions = count?.exceptions ?? 'unknown';
    if (exceptions !== '0') broken.push(`${rule.sentence}: ${exceptions} exceptions`);
  }
  return [...broken, ...(await checkSignatures(reader))];
}

/** What the newest EVM bets say was signed by whom they belong to; Solana's are left to the server's checks. */
async function checkSignatures(reader: Reader): Promise<string[]> {
  const bets = await reader.rows(`
    select b.id, b.signed_text, encode(b.signature, 'hex') as signature, u.address, b.outcome_id, b.stake::text, b.odds::text
    from bets b join users u on u.id = b.user_id
    where u.family = 'evm' order by b.seq desc limit ${CHECKED_SIGNATURES}`);
  const broken: string[] = [];
  for (const { id, signed_text, signature, address, outcome_id, stake, odds } of bets) {
    const text = signed_text ?? '';
    const signer = readSigner(text, signature ?? '');
    if (signer !== address) broken.push(`${id} was signed by ${signer}, and booked for ${address}`);
    const terms = /^Place bet: (\S+) on (\S+) at (\S+) odds$/.exec(text);
    const [, amount = '', outcome = '', at = ''] = terms ?? [];
    const isSame =
      outcome === outcome_id &&
      Math.round(Number(amount) * 1e6) === Number(stake) &&
      Math.round(Number(at) * 1e6) === Number(odds);
    if (!isSame) broken.push(`${id} was booked on other terms than were signed: ${text}`);
  }
  return broken;
}

function readSigner(text: string, signature: string): string {
  try {
    return signerOf(text, Buffer.from(signature, 'hex'));
  } catch {
    // Bytes that are no signature at all, which the curve's code throws for.
    return 'nobody';
  }
}
