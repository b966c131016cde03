export const reviewsReasons = {
  'review-no-winner':
    'La fuente dice que el partido terminó, pero no nombra ganador; introduce tú el resultado o anula el mercado.',
  'review-several-winners':
    'La fuente nombra más o menos ganadores de los que tiene el mercado; introduce tú el resultado o anula el mercado.',
  'review-unknown-winner':
    'La fuente nombra un ganador que no es un resultado de este mercado; introduce tú el resultado o anula el mercado.',
  'review-contradiction':
    'La fuente se contradice sobre el resultado; introduce tú el resultado o anula el mercado.',
  'review-corrected':
    'La fuente ha cambiado su resultado; comprueba cuál es el correcto antes de que se pague nada.',
  'review-removed':
    'La fuente ya no tiene el partido; averigua qué pasó e introduce después el resultado o anula el mercado.',
  'review-no-result':
    'Las apuestas cerraron hace más de 48 horas y todavía no hay resultado; introdúcelo tú o anula el mercado.',
  'review-objected':
    'Un guardián objetó el resultado; compruébalo de nuevo. La objeción de un segundo guardián anula el mercado.',
  'review-rehearsal-differs':
    'Los pagos no son los que se aprobaron, así que se han detenido; se reanudan en un minuto aproximadamente cuando se corrija la causa.',
  'review-late-bets':
    'Se hicieron apuestas después de empezar el partido. El contrato no devuelve apuestas sueltas, así que el mercado solo se puede anular.',
  'review-chain-refused':
    'El contrato no aceptó el mercado, así que nadie puede apostar en él; anúlalo, o bórralo y créalo de nuevo.',
  'review-chain-holds':
    'El contrato tiene propuesto un resultado que no coincide con el nuestro. Un guardián debe objetarlo con su propia billetera antes de que termine su ventana; si no, nunca se hace definitivo, y todos los importes vuelven 14 días después del cierre.',
  'review-chain-ended':
    'El contrato terminó el mercado de otro modo que el decidido aquí. Esto no se puede deshacer y los libros siguen al contrato; averigua quién tiene las claves.',
  'waits-for-feed': 'Las apuestas han cerrado; la fuente da el resultado cuando termine el partido.',
  'waits-reminded': 'Las apuestas han cerrado, y pediste este recordatorio: introduce ahora el resultado.',
  'waits-by-hand': 'Las apuestas han cerrado; un administrador debe introducir el resultado.',
  'flag-canceled': 'El partido se canceló.',
  'flag-canceled-waits': 'El partido se canceló: falta devolver sus apuestas.',
  'flag-unconfirmed': 'La fuente lleva demasiado tiempo sin confirmar sus cuotas.',
  'flag-reminder': 'Ha terminado y necesita un resultado. Pediste que se te recordara.',
  'flag-ended': 'Ha terminado y necesita un resultado.',
  'review-with-difference': '{{review:reason}} {{difference:reason}}',
  difference:
    'Se aprobaron {{approved}} USDC por {{approvedBets:reason}} de un total de {{held}}; los libros deben {{owed}}, se pagaron {{paid}} por {{paidBets:reason}}{{torn:reasons}} y en depósito hay {{escrow}}.',
  'difference-torn': ' (las apuestas dicen {{ended}})',
  'one-bet': '1 apuesta',
  'many-bets': '{{count}} apuestas',
} as const;
