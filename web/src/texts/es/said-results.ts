import type { saidResults as english } from '../en/said-results.ts';
import type { TextsLike } from '../texts-like.ts';

export const saidResults = {
  reviewNoWinner:
    'La fuente dice que el partido terminó y no nombra ganador; da el resultado a mano o anula el mercado.',
  reviewSeveral: 'La fuente nombra más de un ganador; da el resultado a mano o anula el mercado.',
  reviewUnknown:
    'La fuente nombra un ganador que no es un resultado del mercado; da el resultado a mano o anúlalo.',
  reviewContradiction:
    'Lo que la fuente dice del resultado no concuerda; da el resultado a mano o anula el mercado.',
  reviewCorrected: 'La fuente ha cambiado su resultado; comprueba cuál vale antes de que se pague nada.',
  reviewRemoved:
    'La fuente ya no tiene el partido; averigua qué pasó con él y da después el resultado o anula el mercado.',
  reviewNoResult:
    'Las apuestas cerraron hace más de 48 horas y todavía no hay resultado; dalo a mano o anula el mercado.',
  reviewObjected:
    'Un guardián objetó el resultado; compruébalo de nuevo. La objeción de un segundo guardián anula el mercado.',
  reviewDiffers:
    'Lo que paga el resultado no es lo que se aprobó, así que no se paga nada más; cuando desaparezca la causa, el pago continúa solo en un minuto aproximadamente.',
  reviewLateBets:
    'Se hicieron apuestas después de empezar el partido. El contrato no devuelve apuestas sueltas, así que el mercado solo se puede anular.',
  reviewRefused:
    'El contrato no aceptó el mercado, así que nadie puede apostar en él; anúlalo, o bórralo y créalo de nuevo.',
  reviewHolds:
    'El contrato tiene propuesto un resultado que aquí no vale. Un guardián debe objetarlo con su propia cartera antes de que termine su ventana; si nadie lo hace, nunca se hace definitivo, y todos los importes vuelven 14 días después del cierre.',
  reviewEnded:
    'El contrato terminó el mercado de otro modo que el decidido aquí. Eso no se puede deshacer y los libros lo siguen; averigua quién tiene las claves.',
  difference:
    'Se aprobaron {{sentenceApproved}}; los libros deben {{owed}}, {{sentencePaid}}{{sentenceEnded}} y en depósito hay {{escrow}}.',
  differenceApproved: '{{paid}} USDC por {{sentence}} de un total de {{held}}',
  differencePaid: 'se pagaron {{paid}} por {{sentence}}',
  differenceEnded: ' (las apuestas dicen {{ended}})',
  oneBet: '1 apuesta',
  bets: '{{bets}} apuestas',
  feedGives: 'Las apuestas han cerrado; la fuente da el resultado cuando termine el partido.',
  reminded: 'Las apuestas han cerrado y pediste que se te recordara: hay que dar el resultado ahora.',
  byHand: 'Las apuestas han cerrado; hay que dar el resultado a mano.',

  evidenceMissing: 'Da un enlace o una nota como prueba.',
  reasonMissing: 'Da un motivo.',
  keepTo: 'Limita {{sentence}} a {{most}} caracteres.',
  hiddenSigns:
    'En {{sentence}} hay signos que no se ven y cambian cómo se lee. Escribe el texto de nuevo sin ellos.',
  evidence: 'la prueba',
  reason: 'el motivo',
  nameInLink: 'Un enlace no debe llevar un nombre ni una contraseña antes de su dirección.',
  linkScheme: 'Los enlaces deben empezar por https:// o http://.',

  noSuchMarketApproved: 'No existe ese mercado; no se aprobó nada.',
  ownProposalApproved: 'Lo propusiste tú, así que debe aprobarlo otro administrador; no se aprobó nada.',
  noLongerProposed:
    'Lo que se pagaría ya no es lo que se propuso, así que no se aprobó nada; deshazlo y proponlo de nuevo.',
  nothingToApprove: 'Nada de este mercado espera aprobación; no se cambió nada.',
  approvedAlready: 'El final de este mercado ya está aprobado; no se cambió nada.',
  noSuchResult: 'No existe ese resultado; no se cambió nada.',
  noSuchMarket: 'No existe ese mercado; no se cambió nada.',
  endedAlready: 'Este resultado ya ha terminado; no se cambió nada.',
  notApprovedYet: 'Nadie ha aprobado todavía este resultado, así que no se paga nada; no se cambió nada.',
  tooLateToObject: 'El plazo para objetar ha terminado y el mercado se está pagando; no se cambió nada.',
  objectedBefore:
    'Ya objetaste antes un resultado de este mercado, así que este lo debe objetar otro guardián; no se cambió nada.',
  settled:
    'El mercado está liquidado y todos han cobrado; no se cambió nada, y no se puede cambiar nada más.',
  voided: 'El mercado se anuló y todos han cobrado; no se cambió nada, y no se puede cambiar nada más.',
  archived: 'El mercado está archivado y no tiene apuestas; no se cambió nada. Restáuralo primero.',
  bettingGoesOn:
    'En el mercado se puede apostar hasta {{until}}, así que todavía no puede tener resultado; no se cambió nada. Ciérralo primero con «Cerrar ahora» o anúlalo.',
  decidedAlready: 'El final del mercado ya está decidido; no se cambió nada.',
  noSuchOutcome: 'El mercado no tiene ese resultado; no se cambió nada.',
  beingPaid: 'El mercado ya se está pagando; no se cambió nada, y nada puede detenerlo.',
  toBeVoid: 'El mercado ya va a anularse; no se cambió nada. Deshazlo primero si es un error.',
  hasResult: 'El mercado ya tiene un resultado; no se cambió nada. Deshazlo primero si es un error.',
  ownBets: 'Tienes apuestas en este mercado, así que {{sentence}}; no se cambió nada.',
  otherAdmin: 'debe decidir otro administrador cómo termina',
  otherGuardian: 'debe objetar otro guardián',
  marketChanged:
    'El mercado ha cambiado desde que viste lo que se pagaría, así que no se hizo nada; míralo como está ahora y confirma de nuevo.',
  lateBets:
    'Se están devolviendo las apuestas hechas después de que empezara el partido; no se cambió nada. Inténtalo de nuevo en un momento.',
  notRecorded: 'No se pudo registrar, así que no se cambió nada; inténtalo de nuevo.',
  recordedOrNot: 'Todavía no podemos saber si se registró; mira los resultados antes de intentarlo de nuevo.',
  everybodyPaid: 'Todos han cobrado, así que no se puede deshacer nada; no se cambió nada.',
  nothingToUndo: 'El mercado no tiene ningún resultado que deshacer; no se cambió nada.',
  tooLateToUndo:
    'El mercado se está pagando, así que su resultado ya no se puede deshacer; no se cambió nada.',
  lateBetsOnChain:
    'Se hicieron apuestas después de empezar el partido, y el contrato no devuelve apuestas sueltas, así que el mercado solo se puede anular; no se cambió nada.',
  pendingBets:
    'Hay apuestas del mercado de camino a la cadena de bloques que aún no son definitivas; no se cambió nada. {{sentence}}',
  disableFirst: 'Desactiva el mercado e inténtalo de nuevo en un minuto.',
  inAMinute: 'Inténtalo de nuevo en un minuto.',
  endedByContract: 'El contrato ya ha terminado el mercado, y todos cobran por él; no se cambió nada.',
  endedByContractUndo:
    'El contrato ha terminado el mercado, así que su resultado ya no se puede deshacer; no se cambió nada.',
  twoObjected: 'Dos guardianes objetaron, así que el mercado se anula; no se cambió nada.',

  endChanged: 'La fuente ha cambiado su resultado.',
  endAbandoned: 'El mercado no tenía resultado 14 días después de su cierre, así que el contrato lo anuló.',
  endByContract: 'El contrato lo hizo definitivo.',
  endObjectedThere: 'Un guardián objetó en la cadena de bloques; el hash del motivo es {{hash}}.',
  endBeganEarlier:
    'El partido empezó antes de lo anunciado: primero se devuelven las apuestas hechas desde entonces.',

  oddLateBets:
    'Faltan por devolver apuestas hechas después de que empezara el partido; mira de nuevo en un momento.',
  oddPrice: 'El ganador tenía un precio del {{percent}}% cuando cerraron las apuestas.',
  oddLastMinute: '{{sentence}} en el último minuto, por {{amount}} USDC.',
  oneOnWinner: 'Se hizo 1 apuesta al ganador',
  manyOnWinner: 'Se hicieron {{bets}} apuestas al ganador',
  oddTop: '{{who}} recibe {{amount}} de los {{all}} USDC que se pagan.',
  oddOnly: '{{who}} es la única persona que cobra.',
  oddInsider: '{{who}} tiene apuestas en el mercado y es administrador o guardián.',
  oddObjection: 'Un guardián objetó un resultado anterior del mercado.',
  oddCost: 'Le cuesta a la casa {{lost}} USDC, más de la mitad de su presupuesto de {{budget}}.',
  oddCanceled: 'La fuente dice que el partido se canceló.',
  oddStopped: 'La fuente había detenido las apuestas.',
  oddStale: 'Las cuotas de la fuente eran demasiado antiguas cuando cerraron las apuestas.',

  accountUsers: 'Usuarios',
  accountEscrow: 'Depósito de este mercado',
  accountOtherEscrow: 'Depósito de otros mercados',
  accountPool: 'Fondo de la casa',
  accountFees: 'Comisiones',
  accountFaucet: 'Grifo de práctica',
  accountOutside: 'Exterior',

  promiseZero: 'todas las cuentas suman cero',
  promiseBalance: 'cada saldo es la suma de sus apuntes',
  promiseBelow: 'nadie está por debajo de cero, tampoco la casa',
  promiseEscrow:
    'cada depósito cubre todos los resultados y una anulación, y guarda lo que pusieron en él sus asientos',
  promiseMarket:
    'ningún mercado puede costar más de lo que la casa puso en él, sean cuales sean las apuestas pendientes que queden',
  promiseGame: 'ningún partido puede perder más que su tope, ni un mercado de la fuente más que el suyo',
  promiseEmpty: 'no queda nada en el depósito de un mercado que ha terminado',
  promiseStake:
    'cada apuesta tiene un apunte de su importe exacto, y cada asiento de una apuesta tiene su apuesta',
  promiseOnce:
    'cada apuesta termina como mucho una vez: pagada si ganó, devuelta si se anuló, vendida por lo que se firmó',
  promiseWorth:
    'cada asiento paga a cada usuario exactamente lo que valen los finales de apuestas a los que corresponde',
  promisePaid: 'un mercado que ha terminado ha pagado a todos los que debe pagar su final, y a nadie más',
  promiseHeld:
    'por cada apuesta real hay una reserva hasta que se decide, y está en los libros justo cuando su importe está ahí',
  promisePending: 'lo pendiente de cada resultado es lo que sus apuestas pendientes apuestan y pueden cobrar',
  promiseAgree:
    'los retornos abiertos, los importes y la versión de cada mercado concuerdan con sus apuestas y sus finales',
  promiseQuote: 'ninguna cotización y ninguna clave compró dos apuestas',
  promiseInTime:
    'cada apuesta llegó antes del cierre, a un precio reciente, y quedó bajo el límite diario registrado con ella',
  promiseBreak: 'nadie apostó durante una pausa propia',
  promiseAudit: 'la auditoría está completa: cada fila lleva el hash que dan ella y la fila anterior',
  promiseSeal: 'cada sello empieza donde terminó el anterior, y la auditoría tiene los mismos sellos',
  promiseOutside:
    'lo que vino de fuera y no volvió está en el contrato de depósito, en cada bloque definitivo',
  promiseRoot:
    'la raíz de cada sello es la de los asientos, las apuestas y los finales de apuestas como están ahora',
} as const satisfies TextsLike<typeof english>;
