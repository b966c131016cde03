import type { gamePage as english } from '../en/game-page.ts';
import type { TextsLike } from '../texts-like.ts';

export const gamePage = {
  loading: 'Cargando partido',
  theGame: 'El partido',
  allMarkets: 'Todos los mercados',
  path: 'Ruta de navegación',
  started: 'Empezó el {{moment}}',
  stopped: 'EN PAUSA',
  canceled: 'CANCELADO',
  notUpdated: 'Sin actualizar desde las {{time}}.',
  count_one: '1 mercado',
  count_other: '{{figure}} mercados',
  search: 'Buscar en los mercados de este partido',
  searchPlaceholder: 'Mercado o resultado',
  groups: 'Grupos de mercados',
  all: 'Todos',
  toSlip: 'Las cuotas van al boleto',
  line: 'Línea',
  outcome: 'Resultado {{place}}',
  marketOf: 'Mercado de {{outcome}}',
  won: 'Ganada',
  lost: 'Perdida',
  refunded: 'Devuelta',
  nothingFound: 'Ningún mercado de este partido coincide.',
  showAll: 'Mostrar todos',
  noMarkets: 'Este partido no tiene mercados ahora.',
} as const satisfies TextsLike<typeof english>;
