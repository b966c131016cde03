import type { offline as english } from '../en/offline.ts';
import type { TextsLike } from '../texts-like.ts';

export const offline = {
  away: 'No tienes conexión',
  needs: 'Esta página puede estar desactualizada o incompleta.',
  missing: 'Esta página necesita conexión',
  missingWhat: 'No está guardada en este dispositivo. Tus apuestas y tu dinero no cambian.',
  openMarkets: 'Abrir la última lista de mercados',
  newVersion: 'Hay una versión nueva.',
  reload: 'Recargar',
  appDescription: 'Mercados de predicción de deportes, política y cripto para adultos, con cuotas fijas.',
  shortcutMarkets: 'Mercados',
  shortcutAccount: 'Mi cuenta',
} as const satisfies TextsLike<typeof english>;
