export const betsReasons = {
  'unknown-market': 'Este mercado no existe, así que no se tomó dinero; vuelve a la lista y elige otro.',
  'unknown-outcome':
    'Este resultado no es del mercado, así que no se tomó dinero; recarga el mercado y elige de nuevo.',
  'market-closed':
    'Las apuestas en este mercado han terminado, así que no se tomó dinero; elige un mercado que siga abierto.',
  'market-suspended':
    'Las apuestas en este mercado están suspendidas, así que no se tomó dinero; inténtalo de nuevo cuando esté abierto.',
  'market-opening':
    'Este mercado todavía se está abriendo en la cadena de bloques, así que no se tomó dinero; inténtalo de nuevo en unos minutos.',
  'contract-refuses':
    'El contrato en la cadena de bloques no acepta apuestas en este mercado, así que no se tomó dinero; elige otro mercado.',
  'contract-unread':
    'Las apuestas están en pausa mientras el operador comprueba este mercado en la cadena de bloques, así que no se tomó dinero; elige otro mercado.',
  'feed-stale':
    'Las cuotas de este mercado están desactualizadas, así que no se tomó dinero; inténtalo de nuevo cuando lleguen otras.',
  'no-price':
    'Ahora no hay cuota para este importe en este resultado, así que no se tomó dinero; introduce un importe menor o elige otro resultado.',
  'odds-changed':
    'La cuota es ahora {{odds:odds}}, así que no se tomó dinero; firma de nuevo para apostar a la cuota nueva.',
  'stake-too-small': 'El importe es menor que 0.01 USDC, así que no se tomó dinero; introduce uno mayor.',
  'takes-no-more':
    'El mercado no acepta más apuestas a este resultado ahora, así que no se tomó dinero; elige otro resultado o inténtalo más tarde.',
  'stake-too-large':
    'Lo máximo que puedes apostar ahora a este resultado son {{most:thousands}} USDC, así que no se tomó dinero; introduce un importe menor.',
  'cap-reached':
    'Te quedan {{left:thousands}} USDC de tu límite diario, así que no se tomó dinero; baja el importe o espera hasta medianoche UTC.',
  'self-excluded':
    'Pediste no apostar hasta {{until:minute}}, así que no se tomó dinero; esto no afecta a tus apuestas abiertas ni a sus pagos.',
  'insufficient-funds':
    'Tu saldo es de {{balance:thousands}} USDC, menos que el importe, así que no se tomó dinero; introduce un importe menor.',
  'signature-invalid':
    'La firma no corresponde a esta apuesta, así que no se tomó dinero; firma la apuesta de nuevo en tu billetera.',
  'wrong-wallet':
    'La apuesta es de otra billetera que la de la sesión, así que no se tomó dinero; vuelve a esa billetera o inicia sesión de nuevo.',
  'quote-expired':
    'La cotización tiene más de 2 minutos, así que no se tomó dinero; pide una nueva y firma de nuevo.',
  'wrong-chain':
    'Por ahora solo hay apuestas reales en Polygon, así que no se tomó dinero; inicia sesión con una billetera EVM que tenga USDC en esa red.',
  'live-wait':
    'Dos apuestas de esta billetera fallaron en una hora porque no se pudo cobrar su importe, así que no se tomó dinero; puedes volver a apostar desde {{until:minute}}.',
  'already-placed':
    'Con esta solicitud ya se hizo otra apuesta, así que no se tomó más dinero; empieza una apuesta nueva para hacer otra.',
  'wallet-code-refuses-stake':
    'El código en el que delega tu billetera rechazó la firma del importe, así que no se tomó dinero; quita la delegación en tu billetera o apuesta con otra.',
  'not-odds':
    'Las cuotas deben estar entre 1.01 y 1000.00 con dos decimales como mucho, así que no se tomó dinero; pide una cotización nueva.',
  'not-an-amount': 'Escribe el importe en cifras con dos decimales como mucho, por ejemplo 12.50.',
  'wallet-unreadable':
    'Esa dirección de billetera no es válida, así que no se tomó dinero; conecta la billetera de nuevo.',
  'quote-of-another-bet': 'Esta cotización es de otra apuesta, así que no se tomó dinero; pide una nueva.',
  'placed-or-not':
    'Todavía no sabemos si tu apuesta se hizo. Envía la misma apuesta de nuevo para averiguarlo; solo se puede hacer una vez.',
  'bet-not-recorded': 'No se pudo registrar la apuesta, así que no se tomó dinero; envíala de nuevo.',
  'too-many-bets': 'Llegan demasiadas apuestas a la vez, así que no se tomó dinero; inténtalo de nuevo.',
  'bets-not-recorded':
    'Ahora no se pueden registrar apuestas, así que no se tomó dinero; inténtalo de nuevo.',
  'stopping-before-bet': 'El servidor se está deteniendo, así que no se tomó dinero; inténtalo de nuevo.',
  'too-many-bets-wait':
    'Hay demasiadas apuestas en espera en este mercado, así que no se tomó dinero; inténtalo de nuevo.',
  'betting-stopped':
    'Las apuestas están detenidas mientras se comprueban los libros, así que no se tomó dinero; inténtalo más tarde.',
  'betting-held':
    'Las apuestas están detenidas mientras se comprueba la cadena de bloques, así que no se tomó dinero; inténtalo más tarde.',
  'contract-paused':
    'El contrato no acepta apuestas nuevas ahora, así que no se tomó dinero; las ya hechas siguen contando, y quien gana cobra.',
  'chain-silent':
    'Ahora no podemos comprobar tu importe en la cadena de bloques, así que no se tomó dinero; inténtalo de nuevo.',
  'no-live-bets': 'Este servidor no acepta apuestas reales, así que no se tomó dinero.',
  'live-bet-incomplete':
    'Falta la cotización o la autorización del importe, así que no se tomó dinero; pide una cotización nueva y firma de nuevo.',
  'guest-ended':
    'Esta cuenta de invitado ha terminado, así que no se hizo ninguna apuesta; inicia sesión con tu billetera o continúa como un nuevo invitado.',
} as const;
