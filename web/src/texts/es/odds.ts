import type { odds as english } from '../en/odds.ts';
import type { TextsLike } from '../texts-like.ts';

export const odds = {
  label: 'Cuotas',
  decimal: 'Decimal (1.85)',
  american: 'Americano (-118)',
  fractional: 'Fraccionario (17/20)',
  percent: 'Porcentaje (54.06%)',
  withDecimal: '{{shown}}, decimal {{decimal}}',
  signedAsDecimal: 'Las cuotas se firman y se pagan en decimales: {{shown}} es {{decimal}}.',
} as const satisfies TextsLike<typeof english>;
