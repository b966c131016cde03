import type { markets as english } from '../en/markets.ts';
import type { TextsLike } from '../texts-like.ts';

export const markets = {
  liveMarkets: 'Mercados en vivo',
  realTime: 'Mercados de predicción en tiempo real',
  refresh: 'Actualizar',
  category: 'Categoría de mercados',
  listOf: 'Mercados: {{category}}',
  loading: 'Cargando mercados',
  loadingWhat: 'Buscando las últimas oportunidades de apuesta...',
  count_one: '{{count}} mercado',
  count_other: '{{count}} mercados',
  offline: 'Sin conexión. Precios de las {{time}}. Vuelve a conectarte para apostar.',
  notUpdated: 'Sin actualizar. Precios de las {{time}}.',
  pricesFrom: 'Precios de las {{time}}, válidos hasta el importe indicado.',
  failed: 'No se pudieron cargar los mercados',
  failedWhy: 'No hay conexión con los datos de los mercados. Revisa tu conexión e inténtalo de nuevo.',
  deviceOffline: 'Este dispositivo no tiene conexión.',
  noAnswer: 'El servidor no respondió ({{message}})',
  statusCode: 'Estado {{status}}',
  refreshFailed: 'No se pudieron actualizar los mercados',
  refreshFailedWhy: '{{why}} La lista no ha cambiado.',
  noServer: 'El servidor no respondió.',
} as const satisfies TextsLike<typeof english>;
