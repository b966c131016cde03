/** A wallet's own picture, or its initial. Decorative, because the name is beside it. */
export function WalletIcon({ icon, name }: { icon: string | null; name: string }) {
  if (icon !== null)
    return <img src={icon} alt="" width={24} height={24} className="size-6 flex-none rounded-badge" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-6 flex-none place-items-center rounded-badge bg-sunk text-small font-bold text-muted"
    >
      {name.charAt(0)}
    </span>
  );
}
