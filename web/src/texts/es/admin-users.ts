import type { adminUsers as english } from '../en/admin-users.ts';
import type { TextsLike } from '../texts-like.ts';

export const adminUsers = {
  searchByAddress: 'Buscar por dirección',
  none: 'Aún no hay usuarios.',
  noMatch: 'Ninguna dirección contiene «{{search}}».',
  level: 'Nivel {{level}}',
  admin: 'Administrador',
  simulated: 'Simulado',
  you: 'Tú',
  ownCapOf: 'Límite diario {{cap}} (personalizado)',
  levelCapOf: 'Límite diario {{cap}}',
  balance: 'Saldo {{amount}}',
  staked: '{{bets}}, {{amount}} apostados',
  since: '{{wallet}}, desde <at/>',
  notYourself: 'Solo otro administrador puede cambiar esto.',
  change: 'Cambiar',
  changeWho: 'Cambiar {{who}}',
  changeTitle: 'Cambiar nivel y límite',
  levelField: 'Nivel',
  level2: 'Nivel 2, solo administradores',
  level0: 'Nivel 0, identidad sin comprobar',
  level1: 'Nivel 1, identidad comprobada',
  ownCap: 'Límite diario personalizado',
  capField: 'Límite diario (USDC)',
  changed: 'Usuario cambiado',
  waitsWhat: '{{who}} sigue igual hasta que otro administrador lo apruebe.',
} as const satisfies TextsLike<typeof english>;
