export const changesReasons = {
  'market-title-taken':
    'Ya hay un mercado abierto con este título. No se creó ningún mercado; si es otra pregunta, elige otro título.',
  'pool-too-small':
    'El fondo de la casa tiene menos de los {{amount:usdc}} USDC que necesita un mercado nuevo. No se creó ningún mercado.',
  'weighted-needs-second':
    'Las probabilidades iniciales desiguales necesitan un segundo administrador. No se creó ningún mercado; omítelas para abrirlo con probabilidades iguales.',
  'open-until':
    'Abrir «{{title}}» con probabilidades iniciales de {{shares}}, apuestas hasta el {{until:minute}} y un presupuesto de {{amount:usdc}} USDC.',
  'open-for-days':
    'Abrir «{{title}}» con probabilidades iniciales de {{shares}}, apuestas durante {{days}} días y un presupuesto de {{amount:usdc}} USDC.',
  'settings-same':
    'Los ajustes ya tienen estos valores. No se cambió ningún ajuste; rechaza el cambio para cerrarlo.',
  'raise-needs-second':
    'Subir un tope o un presupuesto necesita un segundo administrador. No se cambió ningún ajuste; bajarlo puedes hacerlo tú.',
  'change-settings': 'Cambiar {{list:reasons}}.',
  'from-to': '{{what:reason}} de {{before:usdc}} a {{after:usdc}} USDC',
  'switched-on': 'activar {{what:reason}}',
  'switched-off': 'desactivar {{what:reason}}',
  'setting-autoImport': 'la importación automática de partidos',
  'setting-futuresTrading': 'los mercados a largo plazo',
  'setting-importTotals': 'importar los totales',
  'setting-importHandicaps': 'importar los hándicaps',
  'setting-importBothScore': 'importar si ambos marcan',
  'setting-importOddEven': 'importar par o impar',
  'setting-importCorrectScores': 'importar los resultados exactos',
  'setting-importPeriods': 'importar las partes del partido',
  'setting-importOthers': 'importar otros mercados de un partido',
  'setting-realTimePrices': 'el seguimiento de los precios de la fuente',
  'setting-liquidityBudget': 'el presupuesto de un mercado nuevo',
  'setting-marketCap': 'el tope de un mercado nuevo de la fuente',
  'setting-sideMarketCap': 'el tope de un mercado secundario nuevo de la fuente',
  'setting-gameCap': 'el tope de un partido nuevo',
  'setting-comboBudget': 'el presupuesto de combinadas',
  'setting-stakeCapLevel0': 'el límite diario del nivel 0',
  'setting-stakeCapLevel1': 'el límite diario del nivel 1',
  'setting-stakeCapLevel2': 'el límite diario del nivel 2',
  'cap-needs-second': 'Subir un nivel o un límite necesita un segundo administrador. No se cambió nada.',
  'not-your-own':
    'No puedes cambiar tu propio nivel ni tu propio límite; no se cambió nada. Pídeselo a otro administrador.',
  'reason-length': 'Da un motivo de {{min}} a {{max}} caracteres.',
  'level-range': 'Elige el nivel 0 o 1; el nivel 2 es solo de los administradores.',
  'no-such-user': 'No existe ese usuario; no se cambió nada.',
  'user-same': 'El usuario ya tiene este nivel y este límite; no se cambió nada.',
  'own-proposal': 'Lo propusiste tú, así que debe aprobarlo otro administrador; no se cambió nada.',
  'no-such-change': 'No existe ese cambio; no se cambió nada.',
  'change-expired':
    'Este cambio se propuso hace más de {{days}} días y caducó; no se cambió nada. Proponlo de nuevo si aún lo quieres.',
  'proposer-gone':
    'Quien propuso este cambio ya no es administrador; no se cambió nada. Proponlo tú o recházalo.',
  'change-moved':
    'Esto cambiaría ahora otra cosa; no se cambió nada. Léelo otra vez y apruébalo si sigue siendo correcto.',
  'days-reversed': '`from` es un día posterior a `to`; no se exportó nada.',
  'not-a-day': '`{{name}}` debe ser un día, por ejemplo 2026-11-30; no se exportó nada.',
  'type-number': 'Escribe el número de mercados que se eliminan, {{figure}}. No se eliminó nada.',
  'bulk-no-such-market': 'No existe ese mercado.',
  'bulk-twice': 'Está dos veces en la lista.',
  'no-market-created': '{{problem:reason}} No se creó ningún mercado.',
  'no-setting-changed': '{{problem:reason}} No se cambió ningún ajuste.',
  'nothing-changed': '{{problem:reason}} No se cambió nada.',
  'user-cap-range': 'Introduce un importe entre 0.00 y {{max:usdc}} USDC, en centavos enteros.',
  'admin-level': 'Los administradores tienen siempre el nivel 2.',
  'change-cap':
    'Cambiar el límite diario de {{who}} de {{before:usdc}} a {{after:usdc}} USDC{{level:reasons}}: {{reason}}',
  'keep-cap': 'Mantener el límite diario de {{who}} en {{amount:usdc}} USDC{{level:reasons}}: {{reason}}',
  'and-level': ' y su nivel de {{before}} a {{after}}',
  'change-approved-already': 'Este cambio ya fue aprobado; no se cambió nada.',
  'change-rejected-already': 'Este cambio ya fue rechazado; no se cambió nada.',
} as const;
