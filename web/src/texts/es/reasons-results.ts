export const resultsReasons = {
  'no-market-to-approve': 'No existe ese mercado; no se aprobó nada.',
  'own-result': 'Lo propusiste tú, así que debe aprobarlo otro administrador; no se aprobó nada.',
  'no-longer-proposed':
    'Los pagos ya no son los que se propusieron, así que no se aprobó nada; deshaz el resultado y proponlo de nuevo.',
  'nothing-to-approve': 'Este mercado no tiene nada que aprobar; no se cambió nada.',
  'approved-already': 'El resultado de este mercado ya está aprobado; no se cambió nada.',
  'no-such-result': 'No existe ese resultado; no se cambió nada.',
  'no-such-market': 'No existe ese mercado; no se cambió nada.',
  'result-ended': 'Este resultado ya está cerrado; no se cambió nada.',
  'not-approved-yet':
    'Este resultado aún no está aprobado, así que no hay nada que objetar; no se cambió nada.',
  'too-late-to-object': 'El plazo para objetar ha terminado y el mercado se está pagando; no se cambió nada.',
  'objected-before':
    'Ya objetaste un resultado de este mercado, así que este lo debe objetar otro guardián; no se cambió nada.',
  'market-settled': 'El mercado está liquidado y todos han cobrado, así que ya no se puede cambiar nada.',
  'market-voided': 'El mercado se anuló y todos han cobrado, así que ya no se puede cambiar nada.',
  'market-archived': 'El mercado está archivado y no tiene apuestas; no se cambió nada. Restáuralo primero.',
  'betting-goes-on':
    'En el mercado se puede apostar hasta {{until:minute}}, así que todavía no puede tener resultado; no se cambió nada. Ciérralo primero con «Cerrar ahora» o anúlalo.',
  'decided-already': 'El resultado del mercado ya está decidido; no se cambió nada.',
  'no-such-outcome': 'El mercado no tiene ese resultado; no se cambió nada.',
  'wrong-winner': 'Gana exactamente un resultado de este mercado; no se cambió nada.',
  'wrong-winners':
    'Ganan exactamente {{winners}} de los {{outcomes}} resultados de este mercado; no se cambió nada.',
  'being-paid': 'El mercado ya se está pagando; no se cambió nada, y nada puede detenerlo.',
  'to-be-void': 'El mercado ya va a anularse; no se cambió nada. Deshazlo primero si es un error.',
  'has-result': 'El mercado ya tiene un resultado; no se cambió nada. Deshazlo primero si es un error.',
  'market-changed':
    'El mercado ha cambiado desde que viste lo que se pagaría, así que no se hizo nada; revisa las cifras nuevas y confirma de nuevo.',
  'late-bets-refunded':
    'Se están devolviendo las apuestas hechas después de que empezara el partido; no se cambió nada. Inténtalo de nuevo en un momento.',
  'result-not-recorded': 'No se pudo registrar, así que no se cambió nada; inténtalo de nuevo.',
  'result-recorded-or-not':
    'Todavía no sabemos si esto se registró; mira los resultados antes de intentarlo de nuevo.',
  'everybody-paid': 'Todos han cobrado ya, así que esto no se puede deshacer; no se cambió nada.',
  'nothing-to-undo': 'El mercado no tiene ningún resultado que deshacer; no se cambió nada.',
  'too-late-to-undo':
    'El mercado se está pagando, así que su resultado ya no se puede deshacer; no se cambió nada.',
  'late-bets-on-chain':
    'Se hicieron apuestas después de empezar el partido, y el contrato no devuelve apuestas sueltas, así que el mercado solo se puede anular; no se cambió nada.',
  'ended-by-contract': 'El contrato ya ha terminado el mercado y paga a todos; no se cambió nada.',
  'ended-by-contract-undo':
    'El contrato ha terminado el mercado, así que su resultado ya no se puede deshacer; no se cambió nada.',
  'two-objected': 'Dos guardianes objetaron, así que el mercado se anula; no se cambió nada.',
  'end-feed-changed': 'La fuente ha cambiado su resultado.',
  'end-abandoned':
    'El mercado no tenía resultado 14 días después de su cierre, así que el contrato lo anuló.',
  'end-by-contract': 'El contrato lo hizo definitivo.',
  'end-objected-on-chain': 'Un guardián objetó en la cadena de bloques; el hash del motivo es {{hash}}.',
  'end-began-earlier':
    'El partido empezó antes de lo anunciado: primero se devuelven las apuestas hechas desde entonces.',
  'odd-late-bets':
    'Faltan por devolver apuestas hechas después de que empezara el partido; mira de nuevo en un momento.',
  'odd-price': 'El ganador tenía un precio del {{percent}}% cuando cerraron las apuestas.',
  'odd-price-of': '{{outcome}} tenía un precio del {{percent}}% cuando cerraron las apuestas.',
  'odd-top': '{{who}} recibe {{amount:usdc}} de los {{all:usdc}} USDC que se pagan.',
  'odd-only': '{{who}} es la única persona que cobra.',
  'odd-insider': '{{who}} tiene apuestas en el mercado y es administrador o guardián.',
  'odd-objection': 'Un guardián objetó un resultado anterior del mercado.',
  'odd-cost': 'Le cuesta a la casa {{lost:usdc}} USDC, más de la mitad de su presupuesto de {{budget:usdc}}.',
  'odd-canceled': 'La fuente dice que el partido se canceló.',
  'odd-stopped': 'La fuente había detenido las apuestas.',
  'odd-stale': 'Las cuotas de la fuente eran demasiado antiguas cuando cerraron las apuestas.',
  'own-bets-admin':
    'Tienes apuestas en este mercado, así que debe decidir otro administrador cómo termina; no se cambió nada.',
  'own-bets-guardian':
    'Tienes apuestas en este mercado, así que debe objetar otro guardián; no se cambió nada.',
  'pending-bets-disable':
    'Algunas apuestas aún no son definitivas en la cadena de bloques; no se cambió nada. Desactiva el mercado e inténtalo de nuevo en un minuto.',
  'pending-bets':
    'Algunas apuestas aún no son definitivas en la cadena de bloques; no se cambió nada. Inténtalo de nuevo en un minuto.',
  'odd-last-minute-one': 'Se hizo 1 apuesta ganadora en el último minuto, por {{amount:usdc}} USDC.',
  'odd-last-minute':
    'Se hicieron {{count}} apuestas ganadoras en el último minuto, por {{amount:usdc}} USDC.',
} as const;
