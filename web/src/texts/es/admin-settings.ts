import type { adminSettings as english } from '../en/admin-settings.ts';
import type { TextsLike } from '../texts-like.ts';

export const adminSettings = {
  heading: 'Ajustes',
  theSettings: 'los ajustes',
  loading: 'Cargando los ajustes…',
  amounts: 'Importes',
  autoImport: 'Importar mercados de Azuro automáticamente',
  autoImportDoes: 'Los partidos nuevos de las ligas principales se convierten en mercados.',
  futuresTrading: 'Permitir mercados a largo plazo',
  futuresTradingDoes: 'Los mercados pueden terminar a más de 30 días.',
  realTimePrices: 'Precios en tiempo real',
  realTimePricesDoes:
    'Las cuotas de los mercados importados siguen a la fuente. Si lo desactivas, sus apuestas se detienen a los 10 minutos.',
  notSaved: 'No se guardó. {{why}}',
  liquidityBudget: 'Presupuesto de liquidez',
  liquidityBudgetMeans: 'Lo máximo que la casa puede perder en un mercado propio nuevo.',
  marketCap: 'Tope por mercado',
  marketCapMeans: 'Lo máximo que la casa puede perder en un mercado recién importado.',
  gameCap: 'Tope por partido',
  gameCapMeans: 'Lo máximo que la casa puede perder en todos los mercados de un partido juntos.',
  stakeCapLevel0: 'Límite diario, nivel 0',
  stakeCapLevel0Means: 'Para usuarios con la identidad sin comprobar.',
  stakeCapLevel1: 'Límite diario, nivel 1',
  stakeCapLevel1Means: 'Para usuarios con la identidad comprobada.',
  stakeCapLevel2: 'Límite diario, nivel 2',
  stakeCapLevel2Means: 'Para administradores.',
  inUsdc: '{{label}} (USDC)',
  range: 'De {{min}} a {{max}}.',
  save: 'Guardar',
  saveWhat: 'Guardar {{label}}',
  noAmount: 'Introduce un importe con dos decimales como mucho, por ejemplo 250 o 250.50.',
} as const satisfies TextsLike<typeof english>;
