import { create } from 'qrcode';
import { useMemo } from 'react';

const quietModules = 4;

/** A QR code as one path. It is dark on white in both themes, because cameras expect that. */
export function WalletQr({ link, label }: { link: string; label: string }) {
  const { size, path } = useMemo(() => drawQr(link), [link]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="mt-3 size-44 rounded-control border border-line"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawQr(link: string): { size: number; path: string } {
  const { modules } = create(link, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) path += `M${column + quietModules} ${row + quietModules}h1v1h-1z`;
    }
  }
  return { size: modules.size + 2 * quietModules, path };
}
