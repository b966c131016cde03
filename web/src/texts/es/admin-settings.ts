import type { adminSettings as english } from '../en/admin-settings.ts';
import type { TextsLike } from '../texts-like.ts';

export const adminSettings = {
  amounts: 'Importes',
  autoImport: 'Importar mercados de Azuro automáticamente',
  autoImportDoes: 'Los partidos nuevos de las ligas principales se convierten en mercados.',
  futuresTrading: 'Permitir mercados a largo plazo',
  futuresTradingDoes: 'Los mercados pueden terminar a más de 30 días.',
  realTimePrices: 'Precios en tiempo real',
  realTimePricesDoes:
    'Las cuotas importadas siguen la fuente. Si se desactiva, dejan de aceptar apuestas a los 10 minutos.',
  notSaved: 'No se guardó. {{why}}',
  liquidityBudget: 'Presupuesto de liquidez',
  liquidityBudgetMeans: 'Pérdida máxima de la casa por mercado propio nuevo.',
  marketCap: 'Tope por mercado',
  marketCapMeans: 'Pérdida máxima de la casa por mercado recién importado.',
  gameCap: 'Tope por partido',
  gameCapMeans: 'Pérdida máxima de la casa por partido, todos sus mercados juntos.',
  stakeCapLevel0: 'Límite diario, nivel 0',
  stakeCapLevel0Means: 'Identidad sin comprobar.',
  stakeCapLevel1: 'Límite diario, nivel 1',
  stakeCapLevel1Means: 'Identidad comprobada.',
  stakeCapLevel2: 'Límite diario, nivel 2',
  stakeCapLevel2Means: 'Administradores.',
  inUsdc: '{{label}} (USDC)',
  range: 'De {{min}} a {{max}}.',
  save: 'Guardar',
  saveWhat: 'Guardar {{label}}',
  noAmount: 'Escribe un importe como 250 o 250.50.',
} as const satisfies TextsLike<typeof english>;
