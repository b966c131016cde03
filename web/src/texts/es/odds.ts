import type { odds as english } from '../en/odds.ts';
import type { TextsLike } from '../texts-like.ts';

export const odds = {
  label: 'Cuotas',
  decimal: 'Decimal (1.85)',
  american: 'Americano (-118)',
  fractional: 'Fraccionario (17/20)',
  percent: 'Porcentaje (54.06%)',
  withDecimal: '{{shown}}, decimal {{decimal}}',
  signedAsDecimal: 'Se firma y se paga en decimal: {{shown}} es {{decimal}}.',
} as const satisfies TextsLike<typeof english>;
