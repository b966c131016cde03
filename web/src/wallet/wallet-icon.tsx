/** Our own marks for wallets that announce no picture: the initial on the colour that people know the wallet by. */
const MARKS: Record<string, { tile: string; letter: string }> = {
  MetaMask: { tile: '#f08a24', letter: '#2b1502' },
  Phantom: { tile: '#6f5bd6', letter: '#fff' },
  Backpack: { tile: '#d3332b', letter: '#fff' },
};

/** A wallet's own picture, or its initial. Decorative, because the name is beside it. */
export function WalletIcon({ icon, name }: { icon: string | null; name: string }) {
  if (icon !== null)
    return <img src={icon} alt="" width={24} height={24} className="size-6 flex-none rounded-badge" />;
  const { tile, letter } = MARKS[name] ?? { tile: 'var(--sunk)', letter: 'var(--muted)' };
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 flex-none">
      <rect width="24" height="24" rx="6" fill={tile} />
      <text x="12" y="17" textAnchor="middle" fontSize="14" fontWeight="700" fill={letter}>
        {name.charAt(0)}
      </text>
    </svg>
  );
}
