import type { saidMarkets as english } from '../en/said-markets.ts';
import type { TextsLike } from '../texts-like.ts';

export const saidMarkets = {
  paused: 'El operador ha pausado las apuestas. Las que ya se hicieron siguen en pie.',
  pausedForOdds:
    'Las apuestas están en pausa mientras se fijan las cuotas. Las que ya se hicieron siguen en pie.',
  openingOnChain:
    'El mercado se está abriendo en la blockchain. Se podrá apostar cuando sea definitivo, en minutos.',
  contractTakesNone:
    'El contrato en la blockchain no acepta apuestas en este mercado, así que aquí tampoco se aceptan. Las que ya se hicieron siguen en pie.',
  contractUnread:
    'Las apuestas están en pausa mientras el operador revisa lo que el contrato en la blockchain dice de este mercado. Las que ya se hicieron siguen en pie.',
  oddsTooOld:
    'Las últimas cuotas son demasiado antiguas para apostar. Se podrá apostar cuando lleguen otras.',
  gameStarted:
    'El partido ha empezado, así que las apuestas han terminado. Las que ya se hicieron siguen en pie.',
  gameCanceled:
    'El partido se canceló. No se aceptan apuestas, y lo apostado se devuelve cuando el mercado se anule.',

  chooseType: 'Elige uno de los tipos de la lista.',
  chooseCategory: 'Elige una categoría.',
  categoryOf: 'Elige una de las categorías de {{sentence}}.',
  sports: 'Deportes',
  politics: 'Política',
  crypto: 'Cripto',
  entertainment: 'Entretenimiento',
  economics: 'Economía',
  titleLength: 'Introduce un título de {{min}} a {{max}} caracteres.',
  descriptionLength: 'Limita la descripción a {{most}} caracteres.',
  subcategoryLength: 'Limita la subcategoría a {{most}} caracteres.',
  mostTags: 'Da {{most}} etiquetas como máximo.',
  tagLength: 'Limita cada etiqueta a {{most}} caracteres.',
  badDate: 'Introduce una fecha y una hora, por ejemplo 2030-05-31T18:00Z.',
  futureDate: 'Introduce una fecha futura.',
  dateInThreeYears: 'Introduce una fecha dentro de los próximos tres años.',
  dateInThirtyDays: 'Introduce una fecha dentro de 30 días o permite antes los mercados a largo plazo.',
  outcomeCount: 'Da de {{min}} a {{max}} resultados.',
  outcomeNames: 'Da un nombre a cada resultado.',
  outcomeLength: 'Limita cada resultado a {{most}} caracteres.',
  outcomeNameTwice: 'Da a cada resultado un nombre distinto.',
  probabilityCount: 'Da una probabilidad inicial a cada resultado, o a ninguno.',
  probabilityLeast: 'Cada probabilidad inicial es del 1% o más.',
  titleTaken: 'Ya hay un mercado abierto con este título.',
  titleTakenNotCreated:
    'Ya hay un mercado abierto con este título. No se creó ningún mercado; elige otro título si es otra pregunta.',
  notCreated: 'No se creó ningún mercado.',
  poolTooSmall:
    'El fondo de la casa tiene menos de los {{amount}} USDC con los que se abre un mercado nuevo. No se creó ningún mercado.',
  weightedNeedsSecond:
    'Unas probabilidades iniciales que no son iguales necesitan un segundo administrador. No se creó ningún mercado; omítelas para abrirlo con probabilidades iguales.',
  openSummary:
    'Abrir «{{title}}» con probabilidades iniciales de {{shares}}, apuestas hasta el {{moment}} y un presupuesto de {{amount}} USDC.',
  openDaysSummary:
    'Abrir «{{title}}» con probabilidades iniciales de {{shares}}, apuestas durante {{days}} días y un presupuesto de {{amount}} USDC.',

  afterPayments: 'Su resultado está en curso: se puede apartar cuando todos hayan cobrado.',
  restoreFirst: 'Está archivado: restáuralo primero.',
  bettingEnded: 'Sus apuestas han terminado.',
  isEnabled: 'Ya está activado.',
  archivedNobody: 'Está archivado, así que nadie puede apostar en él.',
  isDisabled: 'Ya está desactivado.',
  followsGame: 'Sigue un partido y cierra cuando el partido empieza.',
  isArchived: 'Ya está archivado.',
  hasBetsArchive: 'Tiene apuestas: se puede archivar cuando estén liquidadas.',
  notArchived: 'No está archivado.',
  hasEnded: 'Ha terminado.',
  cannotFund: 'El fondo de la casa tiene demasiado poco para dotarlo.',
  hasBetsDelete: 'Tiene apuestas, y lo que se apostó nunca se elimina.',
  staysCanceled: 'Sigue suspendido: el partido se canceló.',
  staysStarted: 'Sigue suspendido: el partido ha empezado.',
  staysOpening: 'Sigue suspendido hasta que también esté abierto en la cadena de bloques.',
  staysStopped: 'Sigue suspendido hasta que la fuente vuelva a aceptar apuestas.',
  staysStale: 'Sigue suspendido hasta que la fuente envíe cuotas recientes.',
  typeNumber: 'Escribe el número de mercados que se eliminan, {{figure}}. No se eliminó nada.',
  noSuchMarket: 'No existe ese mercado.',
  twice: 'Está más de una vez en la lista.',

  flagCanceled: 'El partido se canceló.',
  flagCanceledWaits: 'El partido se canceló: falta devolver sus apuestas.',
  flagUnconfirmed: 'La fuente lleva demasiado tiempo sin confirmar sus cuotas.',
  flagReminder: 'Ha terminado y espera su resultado, como pediste que se te recordara.',
  flagEnded: 'Ha terminado y espera su resultado.',

  range: 'Introduce un importe entre {{min}} y {{max}} USDC.',
  gameCapBelow: 'El tope de un partido no puede ser menor que el de uno de sus mercados.',
  settingsSame: 'Los ajustes ya son así. No se cambió ningún ajuste; rechaza el cambio para cerrarlo.',
  noSettingChanged: 'No se cambió ningún ajuste.',
  raiseNeedsSecond:
    'Subir un tope o un presupuesto necesita un segundo administrador. No se cambió ningún ajuste; bajar uno no necesita a nadie más.',
  changeSummary: 'Cambiar {{list}}.',
  changedFromTo: '{{sentence}} de {{before}} a {{after}} USDC',
  switchedOn: 'activar {{sentence}}',
  switchedOff: 'desactivar {{sentence}}',
  autoImport: 'la importación automática de partidos',
  futuresTrading: 'los mercados a largo plazo',
  realTimePrices: 'el seguimiento de los precios de la fuente',
  liquidityBudget: 'el presupuesto de un mercado nuevo',
  marketCap: 'el tope de un mercado nuevo de la fuente',
  gameCap: 'el tope de un partido nuevo',
  stakeCapLevel0: 'el límite diario del nivel 0',
  stakeCapLevel1: 'el límite diario del nivel 1',
  stakeCapLevel2: 'el límite diario del nivel 2',

  capNeedsSecond: 'Subir un nivel o un límite necesita un segundo administrador. No se cambió nada.',
  notYourOwn:
    'No puedes cambiar tu propio nivel ni tu propio límite; no se cambió nada. Pídeselo a otro administrador.',
  capSummary: 'Cambiar el límite diario de {{who}} de {{before}} a {{after}} USDC{{sentence}}: {{reason}}',
  capKept: 'Mantener el límite diario de {{who}} en {{amount}} USDC{{sentence}}: {{reason}}',
  andLevel: ' y su nivel de {{before}} a {{after}}',
  reasonLength: 'Da un motivo de {{min}} a {{max}} caracteres.',
  levelRange: 'El nivel es 0 o 1; el nivel 2 es de los administradores.',
  userCapRange: 'Introduce un importe entre 0.00 y {{max}} USDC, en centavos enteros.',
  nothingChanged: 'No se cambió nada.',
  noSuchUser: 'No existe ese usuario; no se cambió nada.',
  adminLevel: 'Un administrador tiene el nivel 2 mientras conserve su permiso.',
  userSame: 'El usuario ya tiene este nivel y este límite; no se cambió nada.',
  ownProposal: 'Lo propusiste tú, así que debe aprobarlo otro administrador; no se cambió nada.',
  noSuchChange: 'No existe ese cambio; no se cambió nada.',
  changeEnded: 'Este cambio ya fue {{sentence}}; no se cambió nada.',
  changeExpired:
    'Este cambio se propuso hace más de {{count}} días y caducó; no se cambió nada. Proponlo de nuevo si aún lo quieres.',
  proposerGone:
    'Quien propuso este cambio ya no es administrador; no se cambió nada. Proponlo tú o recházalo.',
  changeMoved:
    'Este cambio ya no cambiaría lo mismo; no se cambió nada. Léelo otra vez y apruébalo si sigue siendo correcto.',
  approved: 'aprobado',
  rejected: 'rechazado',
  rangeReversed: '`from` es un día posterior a `to`; no se exportó nada.',
  badDay: '`{{name}}` es un día, por ejemplo 2026-11-30; no se exportó nada.',
} as const satisfies TextsLike<typeof english>;
