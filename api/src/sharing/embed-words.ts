/** The texts of an embedded market. A frame on another site says its language itself, with `?lang=`. */

const en = {
  chance: 'chance',
  volume: 'Volume',
  open: (time: string) => `Betting closes ${time}`,
  suspended: 'Betting is suspended',
  closed: 'Betting has closed',
  settled: (outcome: string) => `Result: ${outcome}`,
  void: 'Void: every open stake was refunded',
  margin: (percent: string) => `Margin ${percent}%`,
  noMargin: '0% margin',
  winners: (count: number, outcomes: number) => `${count} of the ${outcomes} outcomes win`,
  noPrice: 'No price yet',
  more: (hidden: number) => `and ${hidden} more`,
  link: 'Open in Tallystone',
  newTab: 'opens in a new tab',
  practice: 'Practice money',
  unknown: 'This market is not available.',
  all: 'See all markets in Tallystone',
};

export type EmbedWords = typeof en;

const es: EmbedWords = {
  chance: 'de probabilidad',
  volume: 'Volumen',
  open: (time) => `Las apuestas cierran el ${time}`,
  suspended: 'Las apuestas están suspendidas',
  closed: 'Las apuestas han cerrado',
  settled: (outcome) => `Resultado: ${outcome}`,
  void: 'Anulado: se devolvió todo lo apostado que seguía abierto',
  margin: (percent) => `Margen ${percent}%`,
  noMargin: 'Margen 0%',
  winners: (count, outcomes) => `Ganan ${count} de los ${outcomes} resultados`,
  noPrice: 'Sin precio todavía',
  more: (hidden) => `y ${hidden} más`,
  link: 'Abrir en Tallystone',
  newTab: 'se abre en una pestaña nueva',
  practice: 'Dinero de práctica',
  unknown: 'Este mercado no está disponible.',
  all: 'Ver todos los mercados en Tallystone',
};

export const EMBED_WORDS = { en, es } as const;
